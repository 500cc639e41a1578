import { execFileSync } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/folder.ts'
import { problemsOf } from '../../support/problems.ts'

const enterprises = 'pipeline: enterprise-due-diligence\nenterprises: [{ name: 甲公司 }]\n'

/** What is told of a job beside which `given` is an endless device. */
async function problemsWith(job: string): Promise<string[]> {
  const folder = await temporaryFolder()
  await symlink('/dev/zero', join(folder, 'given'))
  await writeFile(join(folder, 'job.yaml'), job)
  return (await problemsOf(join(folder, 'job.yaml'))).map((problem) => problem.replaceAll(`${folder}/`, ''))
}

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
  ])('%s', async (_, job, problem) => {
    expect(await problemsWith(job)).toEqual([problem])
  })

  test('nor one that is named as the job', async () => {
    expect(await problemsOf('/dev/zero')).toEqual([
      'zero: is a device; expected a job file (YAML); dossier init writes one',
    ])
  })
})

test('a named pipe in the place of a file makes nothing wait', async () => {
  const place = join(await temporaryFolder(), 'job.yaml')
  execFileSync('mkfifo', [place])
  expect(await problemsOf(place)).toEqual([
    'job.yaml: is a named pipe; expected a job file (YAML); dossier init writes one',
  ])
})

test('a job file holds at most 1 MiB', async () => {
  const job = join(await temporaryFolder(), 'job.yaml')
  await writeFile(job, `${enterprises}${'#'.repeat(2 ** 20)}\n`)
  expect(await problemsOf(job)).toEqual([
    'job.yaml: holds more than 1 MiB, the most that is read; expected a job file (YAML); dossier init writes one',
  ])
})
