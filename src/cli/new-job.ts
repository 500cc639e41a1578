import type { z } from 'zod'
import { RefusedError } from '../app/errors.ts'
import { isUscc } from '../contract/identifiers.ts'
import { enterpriseEntry } from '../run/job/enterprises.ts'
import { caseQuery, citationEntry } from '../run/job/questions.ts'
import type { pipelineNames } from './command.ts'

type PipelineName = (typeof pipelineNames)[number]

/** A job that is to be written. */
export interface NewJob {
  readonly pipeline: PipelineName
  readonly entries: readonly string[]
}

interface Purpose {
  readonly meaning: string
  /** What is wrong with an entry, in the words of a job file's problem; undefined when nothing is. */
  readonly complaint: (entry: string) => string | undefined
  /** The keys of the job that hold the entries. */
  readonly body: (entries: readonly string[]) => string
}

/** YAML takes JSON as it is; a text in quotes is text, whatever it looks like. */
const quoted = (text: string): string => JSON.stringify(text)

const enterpriseLine = (entry: string): string => {
  if (isList(entry)) return `  - file: ${quoted(entry)} # columns name, uscc, id: any one is enough`
  return isUscc(entry) ? `  - uscc: ${quoted(entry)}` : `  - name: ${quoted(entry)}`
}

const isList = (entry: string): boolean => /\.(?:csv|xlsx)$/i.test(entry)

/** A code that is none would be searched for as a name. */
const enterpriseComplaint = (entry: string): string | undefined =>
  isList(entry)
    ? undefined
    : complaintBy(enterpriseEntry, /^[0-9A-Z]{18}$/i.test(entry) ? { uscc: entry } : { name: entry })

const complaintBy = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message

const isCitation = (entry: string): boolean => /第[0-9〇零一二三四五六七八九十百千]*条/u.test(entry)

const purposes: Readonly<Record<PipelineName, Purpose>> = {
  'enterprise-due-diligence': {
    meaning: 'the litigation of a list of enterprises, with full texts and the statutes they cite',
    complaint: enterpriseComplaint,
    body: (entries) => `enterprises:
${entries.map(enterpriseLine).join('\n')}
ambiguous: continue # or stop: when a name may be several enterprises
# Full texts of documents from this date on; without it, of all.
# litigation: { since: 2020-01-01 }`,
  },
  'case-research': {
    meaning: 'similar cases to questions, with full texts and the statutes they cite',
    complaint: (entry) => complaintBy(caseQuery, entry),
    body: (entries) => `# What all questions share; each may say otherwise, as { query: …, courtLevel: 高级 }.
# filters: { category: 民事案件, closedAfter: 2020-01-01 }
queries:
${entries.map((entry) => `  - ${quoted(entry)}`).join('\n')}
fullTexts: true # false: the hits alone`,
  },
  'statute-watch': {
    meaning: 'statutes and articles, and what changes in them',
    complaint: (entry) => (isCitation(entry) ? complaintBy(citationEntry, entry) : undefined),
    body: (entries) => {
      const [citations, keywords] = [entries.filter(isCitation), entries.filter((one) => !isCitation(one))]
      return [
        ...(keywords.length === 0
          ? []
          : [
              'searches:',
              ...keywords.map((word) => `  - { keywords: ${keywordsOf(word)}, validity: [现行有效] }`),
            ]),
        ...(citations.length === 0 ? [] : ['citations:', ...citations.map((one) => `  - ${quoted(one)}`)]),
      ].join('\n')
    },
  },
}

/** What is wrong with an entry that follows others; undefined when nothing is. */
function entryComplaint(
  pipeline: PipelineName,
  entry: string,
  before: readonly string[],
): string | undefined {
  if (entry === '') return 'is empty'
  return before.includes(entry) ? 'was given already' : purposes[pipeline].complaint(entry)
}

/** Words that stand together are several keywords, all of which must be met. */
const keywordsOf = (entry: string): string => `[${entry.split(/\s+/u).map(quoted).join(', ')}]`

/** A job file with comments, valid as it stands. `schema` is where editors find its keys. */
export const newJobText = (
  { pipeline, entries }: NewJob,
  schema: string,
): string => `# yaml-language-server: $schema=${schema}
# What it is for: ${purposes[pipeline].meaning}.
# Every key that it may have: docs/job-keys.md of dossier. The key of the service never stands here.
pipeline: ${pipeline}
# title: for reports
${purposes[pipeline].body(entries)}
budget: # never exceeded, retries included; what is left undone is listed, and the next run goes on there
  calls: 1000
  # cost: 20000 # points; and for all jobs of the home in a month: perMonth: { cost: 300000 }
rate: { perSecond: 5, concurrency: 4 } # the most in any second; slows down by itself when refused for speed
exports: [{ format: csv }, { format: parquet }] # what people ask for; tables: all for everything, tables: [cases] for full texts
`

/** @throws RefusedError with everything that is wrong with the entries */
export function refuseEntries({ pipeline, entries }: NewJob): void {
  const complaints = entries.flatMap((entry, at) => {
    const complaint = entryComplaint(pipeline, entry, entries.slice(0, at))
    return complaint === undefined ? [] : [`init: --entry ${JSON.stringify(entry)} ${complaint}`]
  })
  if (complaints.length > 0) throw new RefusedError(complaints.join('\n'))
}
