import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { once } from '../../contract/values.ts'

const families = [
  ...['sale', 'labour', 'finance', 'construction', 'lease', 'lending', 'property', 'insurance'],
  ...['traffic', 'ip', 'equity', 'service', 'tort', 'administrative'],
] as const
/** Subject of a dispute; texts and citations are chosen by it. */
export type Family = (typeof families)[number]

export interface Cause {
  readonly name: string
  readonly family: Family
  readonly weight: number
  /** How often the enterprise sues, when it is not a third party. */
  readonly sues: number
  /** Typical claim in yuan. */
  readonly claim: number
}

export type Stage = 'first' | 'second' | 'retrial' | 'enforcement' | 'other'
export type Kind = '判决书' | '裁定书' | '调解书' | '决定书' | '通知书' | '支付令'

/** How a document disposes of its case: how often, under which number code, resting on which articles. */
export interface Outcome {
  readonly key: string
  readonly stage: Stage
  readonly kind: Kind
  /** Within its stage and kind. */
  readonly weight: number
  /** Code of the case number; 民 becomes 行 in administrative cases. */
  readonly code: string
  /** Member of `Articles.procedure`. */
  readonly articles: string
}

/**
 * Sentences of a dispute by its family. Slots: {原} {被} the parties, {总} the claim, {额} a part of it, {价} a price above it,
 * {薪} a wage, {日} a date before filing, {期} a period before it, {数} a small number, {率} a rate, {物} goods, {地} a place,
 * {字} a contract number, {人} a person, {案由} the cause.
 */
export interface Story {
  /** Claims without their numbers. */
  readonly claims: readonly string[]
  /** The claimant's account, which the court repeats as its findings. */
  readonly events: readonly string[]
  readonly defence: readonly string[]
  readonly reasons: readonly string[]
  /** How orders call the payment. */
  readonly payment: string
}

/**
 * Words of an outcome: the grounds in the court's opinion, and the operative part. Further slots: {原全} {被全} the parties' full
 * names, {付} the amount ordered, {款} its name, {院} {下院} {下号} {下文} the court, and the court, number and kind of the decision
 * below, {诉全} {应全} the original parties, {号} the document's own number, {限} days.
 */
export interface Disposition {
  readonly grounds: readonly string[]
  readonly orders: readonly (readonly string[])[]
}

/** Operative parts by outcome, of disputes that are not over a debt of the defendant. */
type SpecialOrders = Readonly<Record<string, Disposition['orders']>>

interface Dispositions {
  /** By the key of an outcome. */
  readonly dispositions: Readonly<Record<string, Disposition>>
  /** An employer sues not to pay: if it loses, the court orders the plaintiff to pay the defendant. */
  readonly employerOrders: SpecialOrders
  /** Someone sues an authority over its decision. */
  readonly administrativeOrders: SpecialOrders
}

/**
 * Sentences that fit any dispute, for documents of every length. A worker's defence is against an employer that sues not to pay, an
 * appellate one a plaintiff's; of the events of an enforcement, {案日} is a day between filing and decision. Lines of the ledger end the
 * longest documents: their slots make each different.
 */
type Sentences = Readonly<
  Record<
    | ('events' | 'defence' | 'reasons' | 'evidence')
    | ('workerDefence' | 'appellateDefence' | 'enforcementEvents' | 'ledger'),
    readonly string[]
  >
>

/** Real courts with their real codes: a row for each intermediate court. Municipalities have several. */
export type CourtWords = Row<
  // `sign` opens the court codes of the province; `digits` are the first two of its administrative codes.
  | 'province'
  | 'full'
  | 'sign'
  | 'digits'
  | 'city'
  // Two digits of the intermediate court's code; its name, where it is not province + city + 中级人民法院.
  | 'code'
  | 'court'
  // Districts with a basic court, as four digits and a name each, and after = the name of a court that has its own.
  | 'basic'
>

/**
 * A version of a real law with its real dates; the sample holds no text of any law. `suffix` follows the law's name in the service's
 * records: (2018修正); `only` lists the articles that the sample has of a very long law.
 */
type LawRow = Row<
  'level' | 'department' | 'from' | 'published' | 'validity' | 'articles' | 'number' | 'suffix' | 'only'
>
export type LawVersion = Omit<LawRow, 'articles'> & { readonly articles: number }

export interface Law {
  readonly name: string
  /** Oldest first. */
  readonly versions: readonly LawVersion[]
}

export interface ArticleLists {
  readonly before: string
  /** From 2021-01-01, the first day of the Civil Code. */
  readonly since: string
}

/**
 * Articles that documents cite, most cited first: a law, then its articles, then the next law after a semicolon. 585.1 is the
 * first paragraph of article 585; 64.1.2 its second item; 276-1 is article 276之一.
 */
interface Articles {
  readonly byFamily: Readonly<Record<Family, ArticleLists>>
  /** Cited in disputes of every kind. */
  readonly common: ArticleLists
  /** Articles of the Civil Procedure Law, unless another law is named, as amended in 2017, in 2021 and in 2023. */
  readonly procedure: Readonly<Record<string, readonly [y2017: string, y2021: string, y2023: string]>>
}

/**
 * An enterprise that every sample corpus opens with, whatever the seed, so that job files can name it. Each red flag fires on one
 * of them at least.
 */
export interface FixedEnterprise {
  readonly id: string
  readonly name: string
  readonly short: string
  /** Empty where the register gives none. */
  readonly uscc: string
  /** How many documents the litigation list has, repeated entries aside. */
  readonly documents: number
  /** Code of the basic court of its seat. */
  readonly seat: string
  readonly industry: string
  readonly scope: string
  readonly formerName?: string
  readonly stockName?: string
  /** Causes of the first judgments against it; the seed draws its other documents. */
  readonly suedOver?: readonly string[]
  /** What its registration says, whatever the seed. */
  readonly capital?: string
  readonly status?: string
  /** Entries of its registration beside those that its documents give. */
  readonly risks?: readonly Readonly<Record<string, string>>[]
  readonly changes?: readonly Readonly<Record<string, string>>[]
}

/** Line of business in a name, industry of the register, and scope of business. */
export type Industry = readonly [word: string, industry: string, scope: string]

const nameLists = [
  ...['surnames', 'givenFirst', 'givenSecond', 'tradeFirst', 'tradeSecond', 'banks', 'insurers'],
  ...['authorities', 'roads', 'buildings', 'lawFirms', 'goods', 'positions'],
] as const
type NameLists = Readonly<Record<(typeof nameLists)[number], readonly string[]>>

/** A file of `data/`, which is read when a corpus first needs it. */
const data = <T>(name: string): (() => T) =>
  once(() => JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), 'utf8')) as T)

type Row<Column extends string> = Readonly<Record<Column, string>>

/** The rows of a table of `data/`, which is read when a corpus first needs it; an empty field is ''. */
const table = <T>(name: string): (() => readonly T[]) =>
  once(() => parse(readFileSync(new URL(`./data/${name}.csv`, import.meta.url)), { columns: true }))

/** Rows by what a column of them says, in the order in which it first says it. */
export function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): readonly [first: T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return [...groups.values()]
}

export const causes = data<readonly Cause[]>('causes')

const procedureRows = table<Row<'stageWeight' | 'kindWeight' | 'weight'> & Omit<Outcome, 'weight'>>(
  'procedures',
)
/** The kinds of document of a stage, and their outcomes: half of all documents are rulings, 45 percent are judgments. */
export const procedures = once(() =>
  grouped(procedureRows(), ({ stage }) => stage).map((ofStage) => ({
    stage: ofStage[0].stage,
    weight: Number(ofStage[0].stageWeight),
    kinds: grouped(ofStage, ({ kind }) => kind).map((ofKind) => ({
      weight: Number(ofKind[0].kindWeight),
      outcomes: ofKind.map((row): Outcome => ({ ...row, weight: Number(row.weight) })),
    })),
  })),
)

export const stories = data<Readonly<Record<Family, Story>>>('stories')
export const dispositions = data<Dispositions>('dispositions')
export const commonSentences = data<Sentences>('sentences')
export const courtWords = table<CourtWords>('courts')

const lawRows = table<Row<'key' | 'name'> & LawRow>('laws')
/** By its name in lists of articles. */
export const laws = once(() => {
  const byKey = grouped(lawRows(), ({ key }) => key).map((rows): [string, Law] => {
    const versions = rows.map((row) => ({ ...row, articles: Number(row.articles) }))
    return [rows[0].key, { name: rows[0].name, versions }]
  })
  return new Map(byKey)
})
export const articles = data<Articles>('articles')
export const fixedEnterprises = data<readonly FixedEnterprise[]>('fixed-enterprises')

const nameFile = data<
  Readonly<Record<(typeof nameLists)[number], string>> & { readonly industries: readonly Industry[] }
>('names')
/** Words that names are made of. Every name is invented. */
export const nameWords = once(() => {
  const { industries, ...lists } = nameFile()
  const split = nameLists.map((name) => [name, lists[name].split(' ')] as const)
  return { industries, ...(Object.fromEntries<readonly string[]>(split) as NameLists) }
})
