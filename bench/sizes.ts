import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { homeAt } from '../src/engine/home.ts'
import { publishFile } from '../src/warehouse/publish.ts'
import { aims } from './aims.ts'
import { type Figure, figure } from './figure.ts'
import { writeJob } from './jobs.ts'
import { dossier, serveWorld, type Taken } from './processes.ts'

const perEnterprise = { documents: 200, pageSize: 50 }

/** Time and memory of runs of more and more documents; and what publishing the largest takes. */
export async function sizeFigures(
  folder: string,
  corpus: string,
  sizes: readonly number[],
): Promise<Figure[]> {
  const figures: Figure[] = []
  let before: { readonly size: number; readonly taken: Taken } | undefined
  for (const size of sizes) {
    const home = join(folder, 'home')
    await mkdir(folder, { recursive: true })
    const taken = await runOf(size, { folder, corpus, home })
    figures.push(
      figure(`${size} documents: megabytes at the peak`, taken.peakMegabytes, {
        aim: aims.peakMegabytes,
        digits: 0,
        detail: `${taken.seconds.toFixed(1)} s, ${((taken.cpuSeconds / size) * 1e6).toFixed(0)} µs of the processor a document`,
      }),
    )
    if (before !== undefined)
      figures.push(
        figure(
          `${size} documents: processor time a document, over that at ${before.size}`,
          taken.cpuSeconds / size / (before.taken.cpuSeconds / before.size),
        ),
      )
    before = { size, taken }
    if (size === sizes.at(-1)) figures.push(await publishing(home))
    await rm(home, { recursive: true })
  }
  return figures
}

async function runOf(
  size: number,
  { folder, corpus, home }: { readonly folder: string; readonly corpus: string; readonly home: string },
): Promise<Taken> {
  const spec = { enterprises: Math.max(1, Math.round(size / perEnterprise.documents)), ...perEnterprise }
  await using world = await serveWorld(corpus, spec)
  const job = await writeJob(join(folder, 'job.yaml'), spec)
  return await dossier(['run', job, '--base-url', world.url, '--home', home, '--json'])
}

async function publishing(root: string): Promise<Figure> {
  const home = homeAt(root)
  const megabytes = (await stat(home.state.warehouse)).size / 1e6
  const started = performance.now()
  await publishFile(home.state.warehouse, home.published)
  const seconds = (performance.now() - started) / 1000
  return figure('megabytes published a second', megabytes / seconds, {
    aim: aims.publishMegabytes,
    digits: 0,
    detail: `${megabytes.toFixed(0)} MB in ${seconds.toFixed(2)} s`,
  })
}
