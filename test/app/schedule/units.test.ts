import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { nextTime } from '../../../src/app/schedule/timetable.ts'
import { calendars, crontabFiles, systemdUnits, unitName } from '../../../src/app/schedule/units.ts'
import { hasProgram } from '../../support/programs.ts'

const timetable = {
  cron: '30 2 * * *',
  timeZone: 'Asia/Shanghai',
  jitterMs: 600_000,
  catchUp: 'once',
} as const
const units = {
  job: '供应商 night',
  timetable,
  jobFile: '/srv/jobs/100% "night".yaml',
  home: '/srv/dossier home',
  command: ['/usr/bin/node', '/opt/dossier/main.js'],
  folder: '/etc/dossier',
  settings: { DOSSIER_BASE_URL: 'https://api.example.com', HOOK: "it's $5", MISSING: undefined },
  keyFile: '/srv/100%/key',
}
const textsOf = (files: readonly { text: string }[]) => files.map(({ text }) => text).join('')

describe('units for systemd', () => {
  const text = textsOf(systemdUnits(units))

  test('start the run with every path in quotes, and take gaps for a success', () => {
    expect(text).toContain(
      'ExecStart=/usr/bin/node /opt/dossier/main.js run "/srv/jobs/100%% \\"night\\".yaml" --home "/srv/dossier home"\n',
    )
    expect(text).toContain('SuccessExitStatus=4\n')
    expect(text).not.toMatch(/^Restart=/m)
  })

  test('hold no key, but where it is', () => {
    expect(text).toContain('LoadCredential=key:/srv/100%%/key\nEnvironment=DOSSIER_API_KEY_FILE=%d/key\n')
  })

  test('make up for missed times as the job says', () => {
    expect(text).toContain('OnCalendar=*-*-* 02:30:00 Asia/Shanghai\nRandomizedDelaySec=600s\n')
    expect(text).toContain('Persistent=true\n')
    const none = textsOf(systemdUnits({ ...units, timetable: { ...timetable, catchUp: 'none' } }))
    expect(none).toContain('Persistent=false\n')
  })

  test('have names that systemd takes, another for each job', () => {
    expect(unitName('night')).toBe('dossier-night')
    expect(unitName(units.job)).toMatch(/^dossier-[\w.-]+$/)
    expect(unitName('甲')).not.toBe(unitName('乙'))
  })
})

const crons: readonly (readonly [string, readonly string[]])[] = [
  ['*/30 * * * *', ['*-*-* *:00,30:00 UTC']],
  ['0 9-17/4 1,15 * *', ['*-*-01,15 09,13,17:00:00 UTC']],
  ['5 4 * jan-mar mon-fri', ['Mon,Tue,Wed,Thu,Fri *-01,02,03-* 04:05:00 UTC']],
  ['0 0 13 * 5', ['*-*-13 00:00:00 UTC', 'Fri *-*-* 00:00:00 UTC']],
  ['0 3 * * 0,7', ['Sun *-*-* 03:00:00 UTC']],
  ['0 3 * * */3', ['Sun,Wed,Sat *-*-* 03:00:00 UTC']],
]

test.each(crons)('%s is written as systemd writes times', (cron, expected) => {
  expect(calendars({ ...timetable, cron, timeZone: 'UTC' })).toEqual(expected)
})

const analyze = 'systemd-analyze'

test.runIf(hasProgram(analyze)).each(crons)('%s comes up at the same times in systemd itself', (cron, _) => {
  const zoned = { ...timetable, cron, timeZone: 'UTC' }
  const base = '2026-03-01 00:00:30'
  const told = calendars(zoned).flatMap((calendar) => {
    const args = ['calendar', `--base-time=${base} UTC`, '--iterations=12', calendar]
    const out = execFileSync(analyze, args, { encoding: 'utf8', env: { TZ: 'UTC' } })
    return [...out.matchAll(/(?:elapse|#\d+): \w+ (\S+ \S+) UTC/g)].map(
      ([, time]) => `${time?.replace(' ', 'T')}.000Z`,
    )
  })
  const expected = []
  for (
    let at = nextTime(zoned, new Date(`${base.replace(' ', 'T')}Z`));
    expected.length < 12 && at !== null;
    at = nextTime(zoned, at)
  )
    expected.push(at.toISOString())
  expect([...new Set(told)].sort().slice(0, 12)).toEqual(expected)
})

test('lines for cron name the time zone, and escape what cron would take for the end of the line', () => {
  const lines = textsOf(crontabFiles(units))
  expect(lines).toContain('CRON_TZ=Asia/Shanghai\n')
  expect(lines).toMatch(
    /\n30 2 \* \* \* set -a; \. \/etc\/dossier\/dossier--night-\w+\.env; DOSSIER_API_KEY_FILE=\S+; set \+a; sleep \$\(shuf -i 0-600 -n 1\); \/usr\/bin\/node/,
  )
  expect(lines).toContain("HOOK='it'\\''s $5'\n# MISSING= is needed")
  expect(lines).toContain(`run '/srv/jobs/100\\% "night".yaml' --home '/srv/dossier home'\n`)
})

test('systemd and cron share one file of settings, so that both may stand in a folder', () => {
  const [ofSystemd, ofCron] = [systemdUnits(units), crontabFiles(units)].map((files) =>
    files.filter(({ name }) => name.endsWith('.env')),
  )
  expect(ofCron).toEqual(ofSystemd)
})
