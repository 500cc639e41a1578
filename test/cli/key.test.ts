import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startService } from '../../src/standins/service/service.ts'
import { cli } from '../support/cli.ts'
import { isLong } from '../support/forms.ts'
import { closedAddress, jobOver, setUp } from './setting.ts'

/** Every file below a folder, by its path. Links are not followed. */
async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) found.set(path, await readFile(path))
  }
  return found
}

// The proof with the canary key has runs of every kind: test/proofs/canary.
test.runIf(isLong)('a run leaves no byte of its key in its home, its output or its notes', async () => {
  const key = 'CANARY-7f3a91c2d4'
  const { folder, file, home, corpus } = await setUp(
    jobOver(['甲公司', '无此公司'], '# exports: the default'),
  )
  const accessLog = join(folder, 'log')
  await using service = await startService({ corpus, apiKey: key, accessLog }).then((started) => ({
    url: started.url,
    [Symbol.asyncDispose]: started.close,
  }))
  const env = { DOSSIER_HOME: home, DOSSIER_BASE_URL: service.url, DOSSIER_API_KEY: key }
  const first = await cli(['run', file], env)
  // What is exported again is read from the same tables by the same writers: once is enough.
  await writeFile(file, jobOver(['甲公司', '无此公司']))
  const told = [first, await cli(['run', file, '--json'], env), await cli(['plan', file], env)]
  const refused = await cli(['run', file, '--no-resume'], { ...env, DOSSIER_API_KEY: `${key}-wrong` })
  const gone = await cli(['run', file, '--no-resume'], { ...env, DOSSIER_BASE_URL: await closedAddress() })
  expect([...told, refused].map(({ code }) => code)).toEqual([4, 4, 0, 5])
  for (const { out, notes } of [...told, refused, gone]) expect(out + notes).not.toContain(key)
  const files = await filesIn(folder)
  expect(files.size).toBeGreaterThan(20)
  for (const [path, bytes] of files) expect([path, bytes.includes(key)]).toEqual([path, false])
})
