import { createHash } from 'node:crypto'
import type { Timetable } from './timetable.ts'

/** What the units of a job are made of. All paths are absolute. */
export interface UnitsOf {
  readonly job: string
  readonly timetable: Timetable
  readonly jobFile: string
  readonly home: string
  /** The command line that starts dossier, as `/usr/bin/node …/main.js`. */
  readonly command: readonly string[]
  readonly baseUrl: string | undefined
}

/** Stands where the address of the service is not known. */
export const exampleAddress = 'https://api.example.com'

/** Name of the units of a job: of its letters those that systemd takes, and a hash that keeps other names apart. */
export function unitName(job: string): string {
  const plain = job.replaceAll(/[^A-Za-z0-9_.-]+/g, '-')
  const hash = createHash('sha256').update(job).digest('hex').slice(0, 6)
  return plain === job ? `dossier-${plain}` : `dossier-${plain}-${hash}`
}

/** A service and a timer for systemd, each after a comment with its file name. */
export function systemdUnits(units: UnitsOf): string {
  const name = unitName(units.job)
  return `# /etc/systemd/system/${name}.service
${serviceUnit(units, name)}
# /etc/systemd/system/${name}.timer
${timerUnit(units)}
# Then: systemctl daemon-reload && systemctl enable --now ${name}.timer
# The key: install -m 600 KEYFILE /etc/dossier/key (root's alone; only the service sees its copy)
`
}

const serviceUnit = ({ job, jobFile, home, command, baseUrl }: UnitsOf, name: string): string => `[Unit]
Description=dossier: ${oneLine(job)}
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
ExecStart=${[...command, 'run', jobFile, '--home', home].map(quoted).join(' ')}
Environment=${quoted(`DOSSIER_BASE_URL=${baseUrl ?? exampleAddress}`)}
LoadCredential=key:/etc/dossier/key
Environment=DOSSIER_API_KEY_FILE=%d/key
# Addresses of webhooks and other settings, one NAME=value a line, if there are any
EnvironmentFile=-/etc/dossier/${name}.env
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

/** Lines for a crontab. Cron makes up for nothing that was missed, and has no jitter of its own. */
export function crontabLines({ job, timetable, jobFile, home, command, baseUrl }: UnitsOf): string {
  const delaySeconds = Math.round(timetable.jitterMs / 1000)
  const delay = delaySeconds === 0 ? '' : `sleep $(shuf -i 0-${delaySeconds} -n 1); `
  const line = `${delay}${[...command, 'run', jobFile, '--home', home].map(shellQuoted).join(' ')}`
  return `# dossier: ${oneLine(job)}. Missed times are not made up for; exit code 4 means complete with gaps.
CRON_TZ=${timetable.timeZone}
DOSSIER_BASE_URL=${baseUrl ?? exampleAddress}
DOSSIER_API_KEY_FILE=/etc/dossier/key
${timetable.cron.trim().replaceAll(/\s+/g, ' ')} ${line.replaceAll('%', '\\%')}
`
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

/** For a unit file: `%` begins a specifier, `$` a variable. */
const quoted = (word: string): string => {
  const escaped = word.replaceAll('\\', '\\\\').replaceAll('%', '%%').replaceAll('$', '$$$$')
  return /[\s"']/.test(word) ? `"${escaped.replaceAll('"', '\\"')}"` : escaped
}

const shellQuoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
