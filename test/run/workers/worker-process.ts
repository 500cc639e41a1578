import { workAt } from './own-worker.ts'

/** A worker in a process of its own, so that it can be stopped as a whole. Its options are its first argument, as JSON. */
const stopping = new AbortController()
process.once('SIGTERM', () => stopping.abort())
await workAt(JSON.parse(process.argv[2] ?? ''), stopping.signal, (line) => process.stderr.write(line))
