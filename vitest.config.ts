import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, most of all in waiting: begun last, they would keep one core while the other has nothing to do. */
const longest = [
  'readers/dossiers/chromium',
  'app/audit/audit',
  'proofs/canary/canary',
  'readers/explore/chromium',
  'run/run',
  'app/schedule/week',
  'app/audit/forget',
  'proofs/faults/wrong-answers',
  'cli/run',
  'proofs/faults/runs',
  'cli/warehouse-commands',
  'cli/service-commands',
  'proofs/crash/copy',
  'readers/explore/hostile',
  'proofs/upgrade/upgrade',
  'run/workers/redis',
  'run/questions',
  'run/lists',
  'run/tools',
  'proofs/crash/forget-kill',
  'proofs/crash/matrix',
  'standins/mirror/mirror',
  'cli/forget',
  'run/damage',
  'run/resolve',
  'warehouse/views-red-flags',
  'app/library',
  'readers/dossiers/dossier',
  'cli/prune',
].map((name) => `/test/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => longest.findIndex((name) => moduleId.endsWith(name))
    const first = files.filter((file) => rank(file) >= 0).sort((a, b) => rank(a) - rank(b))
    return [...first, ...(await super.sort(files.filter((file) => rank(file) < 0)))]
  }
}

/** Files whose proofs have a short form and a long one: test/support/forms.ts. */
const filesWithForms = () =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/${name}`)
    .filter((path) => readFileSync(path, 'utf8').includes('support/forms.ts'))

export default defineConfig({
  test: {
    // The long form is for these alone: the other files have one form, which `npm test` ran.
    include: process.env.DOSSIER_TEST_FORM === 'long' ? filesWithForms() : ['test/**/*.test.ts'],
    globalSetup: ['test/support/empty-warehouse.ts', 'test/support/sample-home.ts'],
    // Ends what hangs. Real servers, database files and child processes take three times as long beside other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'forks',
    // One more than the cores that a small machine has: many tests wait for a time-out or another process.
    maxWorkers: 3,
    // Files share a process, and what it has imported: none mocks a module or sets a variable, and each takes back its spies.
    isolate: false,
    // Cases of one file that wait for processes of their own.
    maxConcurrency: 2,
    sequence: { sequencer: LongestFirst },
  },
})
