import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import type { Progress } from '../../src/run/progress.ts'
import { serve } from '../calls/client/serve.ts'
import { passedOnTo } from '../proofs/faults/fault-server.ts'
import { jobOn, litigationOf, numbered, worldOf } from '../support/world.ts'

const documents = numbered(6)

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
  const says = { yyft: [], content: '判决如下：驳回诉讼请求。' }
  const { service, run } = await worldOf(litigationOf(documents, says))
  const seen = new EventEmitter()
  const { url, answered } = await serveBehind(service.url, once(seen, 'stuck'))
  const stuck: Progress[] = []
  const left: number[] = []
  const summary = await run(jobOn(undefined, 'timeout: 10'), {
    url,
    onProgress(progress) {
      left.push(progress.left)
      if (progress.stuck === null) return
      stuck.push(progress)
      seen.emit('stuck')
    },
  })
  expect(answered.toSorted()).toEqual(documents)
  expect(answered.at(-1)).toBe(documents[0])
  expect(stuck[0]).toMatchObject({ done: 7, left: 1, stuck: { calls: 1 } })
  expect(left.at(-1)).toBe(0)
  expect(stuck[0]?.stuck?.longestMs).toBeGreaterThanOrEqual(3_000)
  expect(summary).toMatchObject({ run: { status: 'complete' }, documents: { withFullText: 6 } })
})
