import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Home } from './home.ts'

/**
 * Every kind of file in a home: what a purge does with it, its path there (the first that fits), and its name in docs/privacy.md. What is
 * kept or rewritten is in a copy of the home (docs/operations.md); what is passed over stays, and concerns the moment.
 */
export const kindsOfFiles = [
  ['rebuilt', /^(dossier|\.state\/warehouse)\.duckdb$/, '`.state/warehouse.duckdb`, `dossier.duckdb`'],
  ['removed', /^(dossier|\.state\/warehouse)\.duckdb\.|^\.latest$/, 'files being written'],
  ['rewritten', /^\.state\/landing\/[^/]+\.ndjson(\.open)?$/, '`.state/landing`'],
  ['removed', /^\.state\/landing\/./, 'files being written'],
  ['rewritten', /^\.state\/raw\/[^/]+=[^/]+\/.+\.parquet$/, '`.state/raw`'],
  ['removed', /^\.state\/raw\/[^/=]+$/, 'files being written'],
  ['removed', /^\.state\/(staging\/.|spill$|quarantine|suspect$)/, 'staging, spill, quarantine'],
  // What is left of readers that are gone went before.
  ['passed over', /^\.state\/spill\../, 'spill of a reader that runs'],
  ['removed', /^\.state\/[^/]+\.(writing|rewriting)$/, 'files being written'],
  ['passed over', /^\.state\/(lock(\..+)?|rates\.json(\.new)?|\.?schedule\.json)$/, 'lock, rates, times'],
  // Of a run that was killed: it lands before a purge begins.
  ['rewritten', /^\.state\/attempts\.ndjson$/, '`.state/attempts.ndjson`'],
  ['kept', /^\.state\/tombstones\.json$/, '`.state/tombstones.json`'],
  ['passed over', /^latest$/, '`latest`'],
  ['rewritten', /^runs\/[^/]+\/inputs\.ndjson$/, '`runs/*/inputs.ndjson`'],
  ['rewritten', /^runs\/[^/]+\/flags\.ndjson$/, '`runs/*/flags.ndjson`'],
  ['rewritten', /^runs\/[^/]+\/(run\.json|log\.ndjson)$/, '`runs/*/run.json`, `log.ndjson`'],
  ['removed', /^runs\/[^/]+\/./, '`runs/*/` all else'],
] as const

/** What a purge does with a file of a home; undefined for what is none of its files. `path`: in the home, with `/`. */
export const fateOf = (path: string): (typeof kindsOfFiles)[number][0] | undefined =>
  kindsOfFiles.find(([, pattern]) => pattern.test(path))?.[0]

/** Files, links and folders of a home, by their paths in it, until a folder is known as a whole. A link is not followed. */
export async function* placesIn({ root }: Pick<Home, 'root'>, below = ''): AsyncGenerator<string> {
  for (const entry of await readdir(join(root, below), { withFileTypes: true }).catch((): Dirent[] => [])) {
    const place = `${below}${entry.name}`
    if (entry.isDirectory() && fateOf(place) === undefined) yield* placesIn({ root }, `${place}/`)
    else yield place
  }
}

/** What is none of a home's: no purge searches it, and no copy holds it. */
export async function foreignIn(home: Pick<Home, 'root'>): Promise<string[]> {
  const foreign: string[] = []
  for await (const place of placesIn(home)) if (fateOf(place) === undefined) foreign.push(place)
  return foreign
}
