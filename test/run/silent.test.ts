import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Progress } from '../../src/run/progress.ts'
import { temporaryFolder } from '../support/folder.ts'
import { enterprise, judgment, listed } from '../support/records.ts'
import { apiKey, runHere, serveCorpus, writeCorpus } from '../support/run.ts'

const documents = ['d0001', 'd0002', 'd0003', 'd0004', 'd0005', 'd0006']

/** The service, with something in the way of the first request for a document. */
async function serveBehind(url: string, inTheWay: Promise<unknown>) {
  const answered: string[] = []
  let isHeld = false
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const document = documents.find((id) => body.includes(id) || request.url?.includes(id))
    if (document === documents[0] && !isHeld) {
      isHeld = true
      await inTheWay
    }
    const answer = await fetch(url + request.url, {
      method: request.method ?? 'GET',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body !== '' && { body }),
    })
    if (document !== undefined) answered.push(document)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, answered }
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
