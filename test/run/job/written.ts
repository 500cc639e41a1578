import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EnterpriseEntry, readEnterprises, type Tell } from '../../../src/run/job/enterprises.ts'
import type { JobInput } from '../../../src/run/job/input.ts'
import { temporaryFolder } from '../../support/folder.ts'

/** A job file of this text, beside other files by their names. */
export async function jobFile(
  text: string,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  name = 'job.yaml',
): Promise<string> {
  const folder = await temporaryFolder()
  for (const [path, content] of Object.entries({ ...files, [name]: text }))
    await writeFile(join(folder, path), content)
  return join(folder, name)
}

export const jobOver = (entries: string, files?: Parameters<typeof jobFile>[1]): Promise<string> =>
  jobFile(`pipeline: enterprise-due-diligence\nenterprises: [${entries}]\n`, files)

/** What a job that has these entries lists. */
export async function inputsOf(
  entries: readonly EnterpriseEntry[],
  job: string,
  tell?: Tell,
): Promise<JobInput[]> {
  const inputs = []
  for await (const input of readEnterprises(entries, job, tell)) inputs.push(input)
  return inputs
}
