import { createHash } from 'node:crypto'
import type { Timetable } from './timetable.ts'

/** What the units of a job are made of. All paths are absolute. */
export interface UnitsOf {
  /** Folder of the file of settings that they read. */
  readonly folder: string
  /** Settings that the run needs beside the key, undefined where they are not known. */
  readonly settings: Readonly<Record<string, string | undefined>>
  /** Private file of the key. */
  readonly keyFile: string
  readonly job: string
  readonly timetable: Timetable
  readonly jobFile: string
  readonly home: string
  /** The command line that starts dossier, as `/usr/bin/node …/main.js`. */
  readonly command: readonly string[]
}

/** A file that runs a job at its times, or that those read. */
export interface UnitFile {
  readonly name: string
  readonly text: string
  /** Whether it may hold secrets, such as the addresses of webhooks. */
  readonly isPrivate: boolean
}

/** Name of the units of a job: of its letters those that systemd takes, and a hash that keeps other names apart. */
export function unitName(job: string): string {
  const plain = job.replaceAll(/[^A-Za-z0-9_.-]+/g, '-')
  const hash = createHash('sha256').update(job).digest('hex').slice(0, 6)
  return plain === job ? `dossier-${plain}` : `dossier-${plain}-${hash}`
}

/** A service and a timer for systemd, and the settings that the service reads. */
export function systemdUnits(units: UnitsOf): UnitFile[] {
  const name = unitName(units.job)
  return [
    { name: `${name}.service`, text: serviceUnit(units, name), isPrivate: false },
    { name: `${name}.timer`, text: timerUnit(units), isPrivate: false },
    settingsFile(units.settings, name),
  ]
}

/** Settings as a shell and systemd both read them. */
const settingsFile = (settings: UnitsOf['settings'], name: string): UnitFile => ({
  name: `${name}.env`,
  text: Object.entries(settings)
    .map(([variable, value]) =>
      value === undefined
        ? `# ${variable}= is needed, and was not set when this was written`
        : `${variable}=${assigned(value)}`,
    )
    .join('\n')
    .concat('\n'),
  isPrivate: true,
})

const assigned = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`

const serviceUnit = (
  { job, jobFile, home, command, folder, keyFile }: UnitsOf,
  name: string,
): string => `[Unit]
Description=dossier: ${oneLine(job)}
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
ExecStart=${[...command, 'run', jobFile, '--home', home].map(quoted).join(' ')}
# The key is root's alone; only the service sees its copy.
LoadCredential=key:${escaped(keyFile)}
Environment=DOSSIER_API_KEY_FILE=%d/key
EnvironmentFile=${escaped(`${folder}/${name}.env`)}
# 4: complete with gaps. 3, stopped early, is no success: the run goes on at the next time. No Restart=, for each start has a budget of its own.
SuccessExitStatus=4
TimeoutStartSec=infinity
KillSignal=SIGTERM
TimeoutStopSec=5min
DynamicUser=no
User=dossier
UMask=0077
ReadWritePaths=${quoted(home)}
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictSUIDSGID=yes
LockPersonality=yes
CapabilityBoundingSet=
`

const timerUnit = ({ job, timetable }: UnitsOf): string => `[Unit]
Description=dossier: ${oneLine(job)}

[Timer]
${calendars(timetable)
  .map((calendar) => `OnCalendar=${calendar}`)
  .join('\n')}
RandomizedDelaySec=${Math.round(timetable.jitterMs / 1000)}s
FixedRandomDelay=yes
Persistent=${timetable.catchUp === 'once'}

[Install]
WantedBy=timers.target
`

/** Lines for a crontab, and the settings that they read. Cron makes up for nothing that was missed, and has no jitter of its own. */
export function crontabFiles(units: UnitsOf): UnitFile[] {
  const { job, timetable, jobFile, home, command, folder, settings, keyFile } = units
  const name = unitName(job)
  const delaySeconds = Math.round(timetable.jitterMs / 1000)
  const delay = delaySeconds === 0 ? '' : `sleep $(shuf -i 0-${delaySeconds} -n 1); `
  // The key is named here: one file of settings serves systemd, too, which hands over a copy of the key.
  const read = `set -a; . ${shellQuoted(`${folder}/${name}.env`)}; DOSSIER_API_KEY_FILE=${shellQuoted(keyFile)}; set +a; `
  const line = `${read}${delay}${[...command, 'run', jobFile, '--home', home].map(shellQuoted).join(' ')}`
  const text = `# dossier: ${oneLine(job)}. Missed times are not made up for; exit code 4 means complete with gaps.
CRON_TZ=${timetable.timeZone}
${timetable.cron.trim().replaceAll(/\s+/g, ' ')} ${line.replaceAll('%', '\\%')}
`
  return [{ name: `${name}.cron`, text, isPrivate: false }, settingsFile(settings, name)]
}

const names = {
  month: ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  weekday: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
}

/** Cron as systemd writes times. Cron takes either day when both are restricted, systemd both: such a job gets two lines. */
export function calendars({ cron, timeZone }: Timetable): string[] {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.trim().split(/\s+/)
  const time = `${field(hour, 0, 23)}:${field(minute, 0, 59)}:00 ${timeZone}`
  const months = field(month, 1, 12, names.month)
  const dated = `*-${months}-${field(day, 1, 31)} ${time}`
  const weekly = `${weekdays(weekday)} *-${months}-* ${time}`
  if (weekday === '*') return [dated]
  return day === '*' ? [weekly] : [dated, weekly]
}

const weekdays = (text: string): string =>
  [...new Set(valuesOf(text, 0, 7, names.weekday).map((value) => value % 7))]
    .sort((a, b) => a - b)
    .map((value) => capital(names.weekday[value] ?? ''))
    .join(',')

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

function field(text: string, least: number, most: number, known: readonly string[] = []): string {
  if (text === '*') return '*'
  return valuesOf(text, least, most, known)
    .map((value) => String(value).padStart(2, '0'))
    .join(',')
}

/** Every value of a field of cron, in order. */
function valuesOf(text: string, least: number, most: number, known: readonly string[]): number[] {
  const numberOf = (word: string): number => {
    const at = known.indexOf(word.toLowerCase())
    return at === -1 ? Number(word) : at
  }
  const values = text.split(',').flatMap((part) => {
    const [range = '', step] = part.split('/')
    const [from, to] = range === '*' ? [least, most] : range.split('-').map(numberOf)
    const first = from ?? least
    const last = to ?? (step === undefined ? first : most)
    const every = Number(step ?? 1)
    return Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, index) => first + index * every)
  })
  return [...new Set(values)].sort((a, b) => a - b)
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('%', '%%')

/** For a unit file: `%` begins a specifier. */
const escaped = (text: string): string => text.replaceAll('%', '%%')

/** As a word of a unit file: `$` begins a variable as well. */
const quoted = (word: string): string => {
  const plain = escaped(word.replaceAll('\\', '\\\\')).replaceAll('$', '$$$$')
  return /[\s"']/.test(word) ? `"${plain.replaceAll('"', '\\"')}"` : plain
}

const shellQuoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
