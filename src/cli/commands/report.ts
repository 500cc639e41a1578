import { join, resolve } from 'node:path'
import type { Reported } from '../../app/dossier.ts'
import { languages } from '../../run/job/choices.ts'
import { byDefault, defineCommand, home, json, oneOf, privacy, several, text, toggle } from '../command.ts'
import { opened } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { textTable } from '../text.ts'

export const command = defineCommand({
  words: 'report',
  does: 'write a dossier an enterprise, and an index, out of the published warehouse',
  flags: {
    home,
    json,
    run: text('run id; default the last run that lists enterprises'),
    enterprise: several(text('names, codes or ids; default all of the run')),
    lang: byDefault(oneOf(languages, 'language'), 'zh'),
    purpose: text('what it is for; stands on the cover'),
    ...privacy,
    pdf: toggle('also as PDF, through a Chromium'),
    chromium: text('program of a Chromium, Chrome or Edge (DOSSIER_CHROMIUM, default the first found)'),
    out: text("folder; default the run's reports"),
  },
  examples: [['$0 report --enterprise 91110108MA0074PN30 --pdf', 'one dossier, as HTML and PDF']],
  async run(args, context) {
    const { run, enterprise, lang, purpose, persons, identifiers, pdf, chromium, out } = args
    const reported = await (await opened(args, context)).report({
      runId: run,
      enterprises: enterprise,
      language: lang,
      purpose,
      privacy: { persons, identifiers },
      pdf,
      chromium,
      folder: out === undefined ? undefined : resolve(out),
    })
    context.out(args.json ? JSON.stringify(reported.manifest, null, 2) : reportText(reported))
    if (reported.withoutPdf === undefined) return exitCodes.complete
    context.note(reported.withoutPdf)
    return exitCodes.blocked
  },
})

function reportText({ folder, manifest }: Reported): string {
  const pages = manifest.files.filter(({ case_id }) => case_id === null)
  const rows = pages.map(({ file, bytes, sha256 }) => ({ file, bytes, sha256 }))
  const judgments = manifest.files.length - pages.length
  const more = judgments === 0 ? '' : `\nand ${judgments} pages of judgments`
  return `${textTable(rows, 80)}${more}\n\n${resolve(join(folder, 'index.html'))}`
}
