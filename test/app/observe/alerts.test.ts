import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { jobOver, setUp } from '../../cli/setting.ts'
import { spawnDossier } from '../../support/processes.ts'
import { hasProgram } from '../../support/programs.ts'
import { samplesOf } from '../../support/prometheus.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: Readonly<Record<string, string>>
}
const rules = (parse(read('docs/operation/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)

interface Board {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { expr: string }[] }[]
  readonly templating: { readonly list: readonly { readonly query: string | { query: string } }[] }
}
const board = JSON.parse(read('docs/operation/grafana.json')) as Board
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...board.templating.list.map(({ query }) => (typeof query === 'string' ? '' : query.query)),
]

/** Metrics that an expression names, each with its matchers of labels. */
const selectorsOf = (expression: string) =>
  [...expression.matchAll(/\b(dossier_\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', matchers = '']) => ({
    name,
    matchers: [...matchers.matchAll(/(\w+)=~?"([^"]*)"/g)].map(([, label = '', values = '']) => ({
      label,
      values: values === '$job' ? '.*' : values,
    })),
  }))

const labelsOf = (sample: string) =>
  Object.fromEntries([...sample.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))

test('each metric and label of the alerts and of the board is one that a run or a schedule prints', async () => {
  const keys = 'exports: []\nbudget: { calls: 100, cost: 1000 }\nschedule: { cron: "0 2 * * *" }'
  const { dossier, file, folder, env } = await setUp()
  await writeFile(file, jobOver(['甲公司'], keys))
  const metrics = join(folder, 'dossier.prom')
  expect((await dossier(['run', file, '--metrics-file', metrics])).code).toBe(0)
  expect((await dossier(['run', file])).code).toBe(0)
  const schedule = spawnDossier(['schedule', file, '--metrics', '0'], env)
  onTestFinished(() => schedule.kill())
  await schedule.note(': next at ')
  const [, url = ''] = /metrics at (\S+)/.exec(schedule.notes()) ?? []
  const scraped = await (await fetch(url)).text()
  const text = `${await readFile(metrics, 'utf8')}\n${scraped}`
  // A night without changes prints the type of its changes alone.
  const types = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name)
  const printed = [...types, ...Object.keys(samplesOf(text))]
  const isPrinted = ({ name, matchers }: ReturnType<typeof selectorsOf>[number]) =>
    printed.some(
      (sample) =>
        sample.replace(/\{.*/, '') === name &&
        matchers.every(({ label, values }) =>
          new RegExp(`^(${values})$`).test(labelsOf(sample)[label] ?? ''),
        ),
    )
  const selectors = expressions.flatMap(selectorsOf)
  expect(selectors.length).toBeGreaterThan(20)
  expect(selectors.filter((selector) => !isPrinted(selector))).toEqual([])
})

test('each alert says what to do, and stands in the docs', () => {
  const docs = read('docs/observing.md')
  for (const { alert, annotations } of rules) {
    expect(annotations).toMatchObject({
      summary: expect.any(String),
      runbook: expect.stringMatching(/^.{40,}$/),
    })
    expect(docs).toContain(`\`${alert}\``)
  }
})

test.runIf(hasProgram('promtool'))(
  'promtool takes the alerts, and they fire when they should and not before',
  () => {
    for (const [kind, path] of [
      ['check', 'docs/operation/alerts.yml'],
      ['test', 'test/app/observe/alerts.promtool.yml'],
    ] as const) {
      const { status, stdout, stderr } = spawnSync('promtool', [
        kind,
        'rules',
        fileURLToPath(new URL(path, root)),
      ])
      expect(status, `${stdout}${stderr}`).toBe(0)
    }
  },
)
