/**
 * Every durable step of a run, in the order in which a run meets them. Each name is a place where the process can be made to die,
 * or a write to fail, on purpose; test/proofs/crash goes through all of them.
 */
export const failPoints = [
  ...['lock.written', 'lock.taken', 'recover.cut', 'recover.renamed', 'recover.done'],
  ...['rebuild.began', 'rebuild.runs-loaded', 'rebuild.raw-loaded', 'rebuild.replaced', 'rebuild.done'],
  ...['attempts.settled', 'attempts.cleared', 'inputs.written', 'inputs.kept'],
  ...['run-file.written', 'run-file.replaced', 'begin.saved', 'begin.committed'],
  ...['attempts.opened', 'attempts.written', 'attempts.synced', 'call.answered'],
  ...['landing.created', 'landing.named', 'landing.torn', 'landing.written', 'landing.synced'],
  ...['landing.renamed', 'landing.sealed', 'landing.closed'],
  ...['load.staged', 'load.merged', 'load.committed', 'attempts.closed'],
  ...['derive.worked-out', 'derive.committed', 'flags.written', 'flags.replaced'],
  ...['finish.saved', 'finish.committed'],
  ...['archive.began', 'archive.copied', 'archive.moved', 'archive.done', 'checkpoint.done'],
  ...['segments.removing', 'segments.removed', 'publish.copied', 'publish.replaced'],
  ...['latest.linked', 'latest.renamed'],
  ...['export.prepared', 'export.written', 'export.manifest-written', 'export.manifest-removed'],
  ...['export.revealing', 'export.revealed', 'export.manifest-revealed', 'export.cleaned', 'run.ended'],
] as const

/** Steps of pruning, which most runs do not meet. */
export const retentionFailPoints = [
  'retention.began',
  'retention.manifest-removed',
  'retention.removed',
] as const

const allFailPoints: readonly string[] = [...failPoints, ...retentionFailPoints]

export type FailPoint = (typeof failPoints)[number] | (typeof retentionFailPoints)[number]

let armed: ReturnType<typeof armedBy> | undefined
let met = 0

/**
 * Does nothing, unless the environment variable DOSSIER_FAIL_POINT names this place: then the process dies by SIGKILL, or the
 * step fails with the error code asked for. `first` is what a dying process still gets done, such as half a write.
 */
export function failPoint(name: FailPoint, first?: () => void): void {
  if (armed === undefined) armed = armedBy(process.env.DOSSIER_FAIL_POINT)
  if (armed?.name === '*') process.stderr.write(`fail point ${name}\n`)
  if (armed?.name !== name) return
  met += 1
  if (met !== armed.nth) return
  first?.()
  if (armed.action === 'kill') process.kill(process.pid, 'SIGKILL')
  throw Object.assign(new Error(`${armed.action}: made to fail at ${name}`), {
    code: armed.action,
    syscall: 'failpoint',
  })
}

/**
 * `name`, `name:2` (at the second time), `name:1:ENOSPC` (the write fails with that error instead of the process dying); `*` only
 * reports on standard error which places are met.
 */
function armedBy(text: string | undefined) {
  if (text === undefined || text === '') return null
  const [name = '', nth = '1', action = 'kill'] = text.split(':')
  if (name !== '*' && !allFailPoints.includes(name)) {
    throw new Error(`DOSSIER_FAIL_POINT names no place: ${name}; expected one of ${allFailPoints.join(', ')}`)
  }
  return { name, nth: Number(nth), action }
}
