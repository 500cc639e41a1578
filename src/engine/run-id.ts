/** `20261121T092311Z-5a1e`: a second in UTC, and digits that tell runs of different homes apart. */
const form = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{4}$/

/**
 * The id of a run that begins now. It sorts after those of all earlier runs, for of two answers that of the later run counts: its
 * second is that of the start, or the one after the newest run's, where several runs begin in one second or the clock was set back.
 * So an id orders runs; when one began is its `started_at`. Names of another form are no runs' ids, and count for nothing.
 */
export function runIdAfter(earlier: readonly string[], start: Date, random: number): string {
  const newest = earlier.reduce((latest, id) => Math.max(latest, secondOf(id) ?? latest), 0)
  return runIdAt(new Date(Math.max(start.getTime(), newest + 1000)), random)
}

function secondOf(id: string): number | undefined {
  if (!form.test(id)) return undefined
  const time = Date.parse(id.replace(form, '$1-$2-$3T$4:$5:$6Z'))
  return Number.isNaN(time) ? undefined : time
}

function runIdAt(time: Date, random: number): string {
  const stamp = time.toISOString().replace(/[-:]|\.\d+/g, '')
  const digits = Math.floor(random * 0x10000)
  return `${stamp}-${digits.toString(16).padStart(4, '0')}`
}
