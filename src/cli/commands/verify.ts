import { homeAt } from '../../engine/home.ts'
import { type ParsingCoverage, parsingCoverage } from '../../warehouse/parsing-coverage.ts'
import type { Command } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { requirePublished } from '../published.ts'
import { homeSetting } from '../settings.ts'
import { textTable } from '../text-table.ts'
import { UsageError } from '../usage-error.ts'

export interface VerifyArgs {
  readonly home?: string | undefined
  readonly coverage: boolean
  readonly json: boolean
}

/** Of the citations of laws that are held, how many must join to an article (issue 3). */
const leastJoined = 0.99

/** What of the published warehouse was understood: case numbers, citations, dates, outcomes, sums. */
export const verify: Command<VerifyArgs> = async ({ home: flag, coverage, json }, { env, out }) => {
  if (!coverage) throw new UsageError('verify: expected what to verify; found nothing; say --coverage')
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
