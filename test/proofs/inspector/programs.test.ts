import { expect, onTestFinished, test, vi } from 'vitest'
import { chromiumHere, hasProgram } from '../../support/programs.ts'

const nowhere = { PATH: '/nonexistent', DOSSIER_CHROMIUM: '/nonexistent' }

test('a program that is missing is reported as what is skipped for it, and nothing is installed', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => void write.mockRestore())
  expect(hasProgram('libreoffice', nowhere)).toBe(false)
  expect(await chromiumHere(nowhere)).toBeUndefined()
  expect(write.mock.calls.map(([text]) => text)).toEqual([
    'skipped: needs libreoffice\n',
    'skipped: needs chromium\n',
  ])
})

test('under CI=true a missing program is a failure that says how to install it', async () => {
  const ci = { ...nowhere, CI: 'true' }
  expect(() => hasProgram('libreoffice', ci)).toThrow(
    'libreoffice is missing, and CI=true skips no test; run .ci/install as root, or install it by hand',
  )
  await expect(chromiumHere(ci)).rejects.toThrow('chromium is missing, and CI=true skips no test')
})
