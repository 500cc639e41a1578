import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { aims } from './aims.ts'
import { type Figure, figure, median } from './figure.ts'
import { writeJob } from './jobs.ts'
import { bareLoop, dossier, serveWorld } from './processes.ts'
import { documentCount, type WorldSpec } from './world/spec.ts'

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
