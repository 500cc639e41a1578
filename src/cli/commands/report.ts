import { join, resolve } from 'node:path'
import { homeAt } from '../../engine/home/home.ts'
import type { ReportRequest } from '../../job/outputs.ts'
import type { Command } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { requirePublished } from '../query.ts'
import { type Reported, writeDossiers } from '../report.ts'
import { homeSetting } from '../settings.ts'
import { textTable } from '../text.ts'

export interface ReportArgs {
  readonly home?: string | undefined
  readonly run?: string | undefined
  readonly enterprise?: readonly string[] | undefined
  readonly lang: ReportRequest['language']
  readonly purpose?: string | undefined
  readonly persons: ReportRequest['privacy']['persons']
  readonly identifiers: ReportRequest['privacy']['identifiers']
  readonly pdf: boolean
  readonly chromium?: string | undefined
  readonly out?: string | undefined
  readonly json: boolean
}

/** Writes dossiers out of the published warehouse as it is now. */
export const report: Command<ReportArgs> = async (args, context) => {
  const home = homeAt(homeSetting(args.home, context.env))
  await requirePublished(home, 'report')
  const reported = await writeDossiers(
    home,
    {
      language: args.lang,
      purpose: args.purpose ?? '',
      privacy: { persons: args.persons, identifiers: args.identifiers },
      pdf: args.pdf,
      runId: args.run,
      enterprises: args.enterprise,
      chromium: args.chromium,
      folder: args.out === undefined ? undefined : resolve(args.out),
    },
    context,
  )
  context.out(args.json ? JSON.stringify(reported.manifest, null, 2) : told(reported))
  if (reported.withoutPdf === undefined) return exitCodes.complete
  context.note(reported.withoutPdf)
  return exitCodes.blocked
}

function told({ folder, manifest }: Reported): string {
  const rows = manifest.files.map(({ file, bytes, sha256 }) => ({ file, bytes, sha256 }))
  return `${textTable(rows, 80)}\n\n${resolve(join(folder, 'index.html'))}`
}
