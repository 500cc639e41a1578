import { rename, writeFile } from 'node:fs/promises'

/** The time of all processes whose DOSSIER_CLOCK names a file: whoever reads it finds the old one or the new one, whole. */
export async function setClock(file: string, time: Date): Promise<void> {
  await writeFile(`${file}.new`, time.toISOString())
  await rename(`${file}.new`, file)
}
