import type { Audit, Dossier, ParsingCoverage } from '../../app/dossier.ts'
import { defineCommand, home, json, toggle } from '../command.ts'
import { type Context, opened } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { counted, textTable } from '../text.ts'

export const command = defineCommand({
  words: 'verify',
  does: 'audit ledger, raw answers, tables, published copy, exports and reports; makes no call',
  flags: {
    home,
    json,
    quick: toggle('leave out rebuilding the tables from raw'),
    coverage: toggle(
      'instead: case numbers, citations, dates, parties, outcomes and sums by class, with reasons and examples; exit 4 below 99% joined',
    ),
  },
  examples: [
    ['$0 verify', 'exit 1 when anything is damaged, with what to do'],
    ['$0 verify --coverage', 'exit 4 when less than 99% of the citations of laws held join'],
  ],
  async run(args, context) {
    const dossier = await opened(args, context)
    if (args.coverage) return await printCoverage(dossier, args.json, context)
    const audit = await dossier.verify(args)
    context.out(args.json ? JSON.stringify(audit, null, 2) : auditText(audit))
    return audit.damage > 0 ? exitCodes.failed : exitCodes.complete
  },
})

/** Of the citations of laws that are held, the share that must join to an article. */
const leastJoined = 0.99

async function printCoverage(dossier: Dossier, isJson: boolean, { out }: Context): Promise<ExitCode> {
  const found = await dossier.coverage()
  out(isJson ? JSON.stringify(found, null, 2) : coverageText(found))
  return found.unexplained > 0 || found.joinedShare < leastJoined ? exitCodes.gaps : exitCodes.complete
}

function auditText({ checks, damage, elapsedMs }: Audit): string {
  const rows = checks.map(({ name, compared, count, found }) => ({
    check: name,
    compared,
    count,
    findings: found,
  }))
  return [
    textTable(rows, 100),
    ...checks.flatMap(findingLines),
    '',
    `${damage === 0 ? 'no damage' : `damage: ${counted(damage, 'finding')}`}, in ${(elapsedMs / 1000).toFixed(1)} s`,
  ].join('\n')
}

function findingLines({ name, found, findings }: Audit['checks'][number]): string[] {
  const lines = findings.flatMap(({ what, where, expected, found: seen, todo, isDamage }) => [
    '',
    `${name}: ${what}${isDamage ? '' : ' (no damage)'}`,
    `  where     ${where}`,
    `  expected  ${expected}`,
    `  found     ${seen}`,
    `  do        ${todo}`,
  ])
  return found > findings.length ? [...lines, '', `${name}: ${found - findings.length} more`] : lines
}

function coverageText({ figures, notJoined, examples, joinedShare, unexplained }: ParsingCoverage): string {
  const rows = figures.map(({ of, class: name, count, share }) => ({
    of,
    class: name,
    count,
    share: percent(share),
  }))
  const listed = notJoined.map(({ citation, times }) => `  ${citation} (${times})`)
  const shown = examples.map(
    ({ of, case_id, case_number, text }) =>
      `  ${of}: ${[case_number ?? 'no case number', text, `id ${case_id}`].filter((part) => part !== null).join(', ')}`,
  )
  return [
    rows.length === 0 ? 'nothing to read yet' : textTable(rows, 64),
    '',
    `citations of laws held that join to an article: ${percent(joinedShare)} (expected at least ${percent(leastJoined)})`,
    ...(listed.length === 0 ? [] : ['asked for and not found, the most frequent:', ...listed]),
    ...(shown.length === 0 ? [] : ['not understood, at most ten cases a kind:', ...shown]),
    `neither understood nor listed with a reason: ${unexplained}`,
  ].join('\n')
}

const percent = (share: number): string => (Number.isNaN(share) ? 'none' : `${(share * 100).toFixed(2)}%`)
