import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { fateOf, kindsOfFiles, placesIn } from '../../../src/run/home/files.ts'
import { homeAt } from '../../../src/run/home/home.ts'
import { sampleHome } from '../../support/sample-home.ts'

test('every file of a home is of a kind that a purge knows, and so is every place that the program names', async () => {
  const home = homeAt((await sampleHome()).home)
  const found: string[] = []
  for await (const place of placesIn(home)) found.push(place)
  // The sample's own job stands beside them.
  expect(found.filter((place) => fateOf(place) === undefined)).toEqual(['job.yaml'])
  expect(found.length).toBeGreaterThan(8)
  const { root, runs, state, ...files } = home
  const named = [...Object.values(files), ...Object.values(state)].map((path) => relative(root, path))
  const unknown = named.filter((place) => (fateOf(place) ?? fateOf(`${place}/x=1/1.parquet`)) === undefined)
  expect({ unknown, runs }).toEqual({ unknown: [], runs: expect.any(String) })
})

test('a file of no kind is known as such, and the page about forgetting has every kind', async () => {
  for (const place of ['notes.txt', 'favourites.json', '.state/history.json', 'runs/desktop.ini'])
    expect(fateOf(place), place).toBeUndefined()
  const page = await readFile(new URL('../../../docs/privacy.md', import.meta.url), 'utf8')
  for (const [, , named] of kindsOfFiles) expect(page).toContain(named)
})
