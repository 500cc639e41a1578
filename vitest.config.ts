import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Files whose proofs have a short form and a long one: test/support/forms.ts. */
const filesWithForms = () =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/${name}`)
    .filter((path) => readFileSync(path, 'utf8').includes('support/forms.ts'))

const { DOSSIER_TEST_FORM: form } = process.env

export default defineConfig({
  test: {
    // The long form is for these alone: the other files have one form, which `npm test` ran.
    include: form === 'long' ? filesWithForms() : ['test/**/*.test.ts'],
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
  },
})
