import { symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { problemsOf } from '../../support/problems.ts'
import { jobFile } from './written.ts'

/* That files which a job names are read as given files are: what those refuse, test/disk/given-file.test.ts proves. */

const enterprises = 'pipeline: enterprise-due-diligence\nenterprises: [{ name: 甲公司 }]\n'

describe('a device that a job names is never read', () => {
  test.each([
    [
      'as a list of enterprises',
      'pipeline: enterprise-due-diligence\nenterprises: [{ file: given }]\n',
      'given: is a device; expected a workbook (.xlsx) or a CSV file',
    ],
    [
      'as the SQL of an export',
      `${enterprises}exports: [{ format: csv, sql: given }]\n`,
      'job.yaml:3: exports.0.sql: given is a device; expected a file with one SELECT, beside the job',
    ],
    [
      'as its pipeline',
      'pipeline: ./given\nenterprises: [{ name: 甲公司 }]\n',
      'job.yaml:1: pipeline: given is a device; expected a module that exports a pipeline',
    ],
  ])('%s', async (_, text, problem) => {
    const job = await jobFile(text)
    await symlink('/dev/zero', join(dirname(job), 'given'))
    const problems = await problemsOf(job)
    expect(problems.map((told) => told.replaceAll(`${dirname(job)}/`, ''))).toEqual([problem])
  })

  test('nor one that is named as the job', async () => {
    expect(await problemsOf('/dev/zero')).toEqual([
      'zero: is a device; expected a job file (YAML); dossier init writes one',
    ])
  })
})

test('a job file holds at most 1 MiB', async () => {
  expect(await problemsOf(await jobFile(`${enterprises}${'#'.repeat(2 ** 20)}\n`))).toEqual([
    'job.yaml: holds more than 1 MiB, the most that is read; expected a job file (YAML); dossier init writes one',
  ])
})
