import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { homeAt } from '../src/run/home/home.ts'
import { publishFile } from '../src/warehouse/warehouse.ts'
import { aims, type Figure, figure, median } from './figure.ts'

import { writeJob } from './jobs.ts'
import { bareLoop, dossier, serveWorld, type Taken } from './processes.ts'

import { documentCount, type WorldSpec } from './world/spec.ts'

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

/** A run over what is known, and one over one document more. Own time: what the process takes beyond the bare loop. */
export async function againFigures(
  folder: string,
  corpus: string,
  spec: WorldSpec,
  runs: number,
): Promise<Figure[]> {
  await mkdir(folder, { recursive: true })
  const [home, job] = [join(folder, 'home'), await writeJob(join(folder, 'job.yaml'), spec)]
  await runAt({ corpus, spec, home, job, folder })
  const taken = []
  for (let index = 0; index < runs; index += 1) taken.push(await runAt({ corpus, spec, home, job, folder }))
  const one = await runAt({ corpus, spec: { ...spec, added: 1 }, home, job, folder })
  const known = `${documentCount(spec)} documents of ${spec.enterprises} enterprises`
  return [
    figure(
      `unchanged, ${known}: calls ÷ enterprises`,
      median(taken.map(({ calls }) => calls)) / spec.enterprises,
      {
        aim: aims.unchangedCalls,
        detail: `${taken[0]?.calls} calls`,
      },
    ),
    figure(
      'unchanged: seconds beyond those of the bare loop over the same calls',
      median(taken.map((t) => t.own)),
      {
        aim: aims.ownSeconds,
        detail: `${median(taken.map((t) => t.seconds)).toFixed(1)} s, ${median(taken.map((t) => t.cpu)).toFixed(1)} of the processor`,
      },
    ),
    figure(`one new document: calls beyond one an enterprise`, one.calls - spec.enterprises, {
      digits: 0,
      detail: `the rest of its list, page 1 again, the text, articles not known yet; ${one.seconds.toFixed(1)} s`,
    }),
    figure('one new document: seconds beyond those of the bare loop', one.own),
  ]
}

interface Setting {
  readonly corpus: string
  readonly spec: WorldSpec
  readonly home: string
  readonly job: string
  readonly folder: string
}

async function runAt({ corpus, spec, home, job, folder }: Setting) {
  await using world = await serveWorld(corpus, spec)
  const ours = await dossier(['run', job, '--no-resume', '--base-url', world.url, '--home', home, '--json'])
  const { requests } = await world.asked()
  const file = join(folder, 'requests.json')
  await writeFile(file, JSON.stringify(requests))
  const bare = await bareLoop(world.url, file)
  return {
    calls: requests.length,
    seconds: ours.seconds,
    cpu: ours.cpuSeconds,
    own: ours.seconds - Number(bare.output),
  }
}
