import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Progress } from '../../src/run/progress.ts'
import { serve } from '../calls/client/serve.ts'
import { passedOnTo } from '../proofs/faults/fault-server.ts'
import { temporaryFolder } from '../support/folder.ts'
import { enterprise, judgment, listed } from '../support/records.ts'
import { runHere, serveCorpus, writeCorpus } from '../support/run.ts'

const documents = ['d0001', 'd0002', 'd0003', 'd0004', 'd0005', 'd0006']

/** The service, with something in the way of the first request for a document. */
async function serveBehind(service: string, inTheWay: Promise<unknown>) {
  const ask = passedOnTo(service)
  const answered: string[] = []
  let isHeld = false
  const { url } = await serve(async (response, { method = '', ...request }, nth) => {
    const document = documents.find((id) => request.body.includes(id) || request.url.includes(id))
    if (document === documents[0] && !isHeld) {
      isHeld = true
      await inTheWay
    }
    const { httpStatus, body } = await ask({ ...request, method, nth })
    if (document !== undefined) answered.push(document)
    response.writeHead(httpStatus).end(body)
  })
  return { url, answered }
}

test('a silent call holds no other back, and the progress says for how long it waits', async () => {
  const folder = await temporaryFolder()
  const corpus = await writeCorpus(join(folder, 'corpus'), {
    enterprises: [enterprise('e1', '甲公司')],
    'enterprise-documents': documents.map((id) => listed('e1', id)),
    cases: documents.map((id) => judgment(id, { yyft: [], content: '判决如下：驳回诉讼请求。' })),
  })
  const service = await serveCorpus(corpus)
  const seen = new EventEmitter()
  const { url, answered } = await serveBehind(service.url, once(seen, 'stuck'))
  const stuck: Progress[] = []
  const summary = await runHere({
    home: join(folder, 'home'),
    url,
    job: 'pipeline: enterprise-due-diligence\nenterprises: [{ id: e1 }]\nrate: { perSecond: unlimited }\ntimeout: 10\nexports: []\n',
    onProgress(progress) {
      if (progress.stuck === null) return
      stuck.push(progress)
      seen.emit('stuck')
    },
  })
  expect(answered.toSorted()).toEqual(documents)
  expect(answered.at(-1)).toBe(documents[0])
  expect(stuck[0]).toMatchObject({ done: 7, left: 1, stuck: { calls: 1 } })
  expect(stuck[0]?.stuck?.longestMs).toBeGreaterThanOrEqual(3_000)
  expect(summary).toMatchObject({ run: { status: 'complete' }, documents: { withFullText: 6 } })
})
