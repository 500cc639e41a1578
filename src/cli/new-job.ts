import type { z } from 'zod'
import { RefusedError } from '../app/errors.ts'
import { isUscc } from '../legal/identifiers.ts'
import { enterpriseEntry } from '../run/job/enterprises.ts'
import { caseQuery, citationEntry } from '../run/job/questions.ts'
import { pipelineNames } from './command.ts'
import type { Context } from './context.ts'

type PipelineName = (typeof pipelineNames)[number]

/** What a person said of a job that is to be written. */
interface NewJob {
  readonly pipeline: PipelineName
  /** May be empty. */
  readonly title: string
  readonly entries: readonly string[]
  readonly calls: number
  readonly perSecond: number
}

/** What the flags of `init` say of the job. */
export interface GivenJob {
  readonly pipeline?: PipelineName | undefined
  readonly title?: string | undefined
  readonly entry?: readonly string[] | undefined
  readonly calls?: number | undefined
  readonly perSecond?: number | undefined
}

interface Purpose {
  readonly meaning: string
  /** Asks for the first entry. */
  readonly question: string
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
    question: 'an enterprise: its name, its code (18 characters), or a list of them (.xlsx, .csv)',
    complaint: enterpriseComplaint,
    body: (entries) => `enterprises:
${entries.map(enterpriseLine).join('\n')}
ambiguous: continue # or stop: when a name may be several enterprises
# Full texts of documents from this date on; without it, of all.
# litigation: { since: 2020-01-01 }`,
  },
  'case-research': {
    meaning: 'similar cases to questions, with full texts and the statutes they cite',
    question: 'a question to the case library',
    complaint: (entry) => complaintBy(caseQuery, entry),
    body: (entries) => `# What all questions share; each may say otherwise, as { query: …, courtLevel: 高级 }.
# filters: { category: 民事案件, closedAfter: 2020-01-01 }
queries:
${entries.map((entry) => `  - ${quoted(entry)}`).join('\n')}
fullTexts: true # false: the hits alone`,
  },
  'statute-watch': {
    meaning: 'statutes and articles, and what changes in them',
    question: 'a keyword, or the citation of an article such as 中华人民共和国民法典第五百七十七条',
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
  { pipeline, title, entries, calls, perSecond }: NewJob,
  schema: string,
): string => `# yaml-language-server: $schema=${schema}
# What it is for: ${purposes[pipeline].meaning}.
# Every key that it may have: docs/job-keys.md of dossier. The key of the service never stands here.
pipeline: ${pipeline}
${title === '' ? '# title: for reports' : `title: ${quoted(title)}`}
${purposes[pipeline].body(entries)}
budget: # never exceeded, retries included; what is left undone is listed, and the next run goes on there
  calls: ${calls}
  # cost: 20000 # points; and for all jobs of the home in a month: perMonth: { cost: 300000 }
rate: { perSecond: ${perSecond}, concurrency: 4 } # the most in any second; slows down by itself when refused for speed
exports: [{ format: csv }, { format: parquet }] # what people ask for; tables: all for everything, tables: [cases] for full texts
`

/** What the flags say, and what a person answers to the rest. @throws RefusedError without a terminal */
export async function askedJob(args: GivenJob, { ask, note }: Context): Promise<NewJob> {
  if (ask === undefined && (args.pipeline === undefined || args.entry === undefined))
    throw new RefusedError(
      'init: the input is no terminal, so nothing can be asked; expected --pipeline and --entry, as in ' +
        'dossier init my-job.yaml --pipeline enterprise-due-diligence --entry 示例建设集团有限公司',
    )
  const asked = ask ?? (async () => '')
  if (args.pipeline === undefined)
    note(pipelineNames.map((name, index) => `${index + 1} ${name}: ${purposes[name].meaning}`).join('\n'))
  const pipeline = args.pipeline ?? (await chosen(asked, note))
  const title = args.title ?? (await asked('title, for reports (may be empty): ')).trim()
  const entries = args.entry ? checkedEntries(pipeline, args.entry) : await listed(asked, note, pipeline)
  const calls = args.calls ?? (await numbered(asked, note, 'calls a run may make at most', 1000))
  const perSecond =
    args.perSecond ?? (await numbered(asked, note, 'calls a second at most, as your contract grants', 5))
  return { pipeline, title, entries, calls, perSecond }
}

type Ask = (question: string) => Promise<string>
type Note = Context['note']

async function chosen(ask: Ask, note: Note): Promise<PipelineName> {
  for (;;) {
    const answer = (await ask('what should the job do? 1, 2 or 3 (1): ')).trim() || '1'
    const name = pipelineNames[Number(answer) - 1] ?? pipelineNames.find((known) => known === answer)
    if (name !== undefined) return name
    note(`expected 1, 2 or 3; found ${answer}`)
  }
}

/** Entries one a line, until an empty one; the first is needed. */
async function listed(ask: Ask, note: Note, pipeline: PipelineName): Promise<string[]> {
  const { question } = purposes[pipeline]
  const entries: string[] = []
  for (;;) {
    const answer = (await ask(entries.length === 0 ? `${question}: ` : 'another (empty: no more): ')).trim()
    if (answer === '' && entries.length > 0) return entries
    const complaint = entryComplaint(pipeline, answer, entries)
    if (complaint === undefined) entries.push(answer)
    else if (answer !== '') note(`${JSON.stringify(answer)} ${complaint}; it is left out`)
  }
}

/** @throws RefusedError with everything that is wrong with them */
function checkedEntries(pipeline: PipelineName, given: readonly string[]): string[] {
  const entries = given.map((entry) => entry.trim())
  const complaints = entries.flatMap((entry, at) => {
    const complaint = entryComplaint(pipeline, entry, entries.slice(0, at))
    return complaint === undefined ? [] : [`init: --entry ${JSON.stringify(entry)} ${complaint}`]
  })
  if (complaints.length > 0) throw new RefusedError(complaints.join('\n'))
  return entries
}

async function numbered(ask: Ask, note: Note, question: string, usual: number): Promise<number> {
  for (;;) {
    const answer = (await ask(`${question} (${usual}): `)).trim() || String(usual)
    if (/^[1-9]\d{0,7}$/.test(answer)) return Number(answer)
    note(`expected a whole number from 1; found ${answer}`)
  }
}
