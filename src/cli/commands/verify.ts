import type { Audit, Check } from '../../audit/audit.ts'
import { verifyHome } from '../../audit/verify.ts'
import { homeAt } from '../../engine/home/home.ts'
import { type ParsingCoverage, parsingCoverage } from '../../warehouse/parsing-coverage.ts'
import type { Command } from '../context.ts'
import { createRunLog, systemEffects } from '../effects.ts'
import { exitCodes } from '../exit-codes.ts'
import { requirePublished } from '../query.ts'
import { homeSetting } from '../settings.ts'
import { counted, textTable } from '../text.ts'

export interface VerifyArgs {
  readonly home?: string | undefined
  readonly coverage: boolean
  readonly quick: boolean
  readonly json: boolean
}

/** Of the citations of laws that are held, how many must join to an article (issue 3). */
const leastJoined = 0.99

/** Audits the home, or tells what of the published warehouse was understood. */
export const verify: Command<VerifyArgs> = (args, context) =>
  args.coverage ? verifyCoverage(args, context) : verifyAll(args, context)

/** Ledger, raw, tables, published copy and exports against each other. */
const verifyAll: Command<VerifyArgs> = async ({ home, quick, json }, { env, out }) => {
  const audit = await verifyHome({
    home: homeAt(homeSetting(home, env)),
    effects: systemEffects(createRunLog().log),
    isQuick: quick,
  })
  out(json ? JSON.stringify(audit, null, 2) : auditText(audit))
  return audit.damage > 0 ? exitCodes.failed : exitCodes.complete
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

function findingLines({ name, found, findings }: Check): string[] {
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

/** What of the published warehouse was understood: case numbers, citations, dates, outcomes, sums. */
const verifyCoverage: Command<VerifyArgs> = async ({ home: flag, json }, { env, out }) => {
  const home = homeAt(homeSetting(flag, env))
  await requirePublished(home, 'verify')
  const found = await parsingCoverage(home.published)
  out(json ? JSON.stringify(found, null, 2) : coverageText(found))
  return found.unexplained > 0 || found.joinedShare < leastJoined ? exitCodes.gaps : exitCodes.complete
}

function coverageText({ figures, notJoined, joinedShare, unexplained }: ParsingCoverage): string {
  const rows = figures.map(({ of, class: name, count, share }) => ({
    of,
    class: name,
    count,
    share: percent(share),
  }))
  const listed = notJoined.map(({ citation, times }) => `  ${citation} (${times})`)
  return [
    rows.length === 0 ? 'nothing to read yet' : textTable(rows, 64),
    '',
    `citations of laws held that join to an article: ${percent(joinedShare)} (expected at least ${percent(leastJoined)})`,
    ...(listed.length === 0 ? [] : ['asked for and not found, the most frequent:', ...listed]),
    `neither understood nor listed with a reason: ${unexplained}`,
  ].join('\n')
}

const percent = (share: number): string => (Number.isNaN(share) ? 'none' : `${(share * 100).toFixed(2)}%`)
