import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/empty-warehouse.ts', 'test/support/sample-home.ts'],
    // Real servers, real database files and child processes on two cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // One more than the cores that a small machine has: many tests wait for a time-out or another process.
    maxWorkers: 3,
    // Files share a process, and what it has imported: none mocks a module or sets a variable, and each takes back its spies.
    isolate: false,
    // Cases of one file that wait for processes of their own.
    maxConcurrency: 2,
  },
})
