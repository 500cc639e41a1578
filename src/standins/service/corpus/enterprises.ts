import { z } from 'zod'
import {
  type EnterpriseCandidate,
  type EnterpriseDetail,
  enterpriseDetail,
  type ListedDocument,
  listedDocument,
} from '../../../contract/records.ts'
import { enterpriseNameKey } from '../../../legal/names.ts'
import { type CorpusFolder, compareText, grouped, recordsOf } from './records.ts'

const names = z.union([z.string(), z.array(z.string())]).nullish()
const known = { 企业名称: z.string().min(1), 曾用名: names, 股票简称: names }

const detailLine = enterpriseDetail.extend(known)

/** Either shape of section 2: a candidate (2.7) is a detail (2.9) that calls its identifier `id`. */
const enterpriseLine = z
  .looseObject({})
  .transform(({ id, ...rest }) => ({ 企业ID: id, ...rest }))
  .pipe(detailLine)

/** One enterprise, ready for 4.5 (candidate) and 4.6 (detail). */
export interface Enterprise {
  readonly id: string
  readonly name: string
  /** The name under which spellings of different width are one. */
  readonly nameKey: string
  /** Unified social credit code; empty when unknown. */
  readonly creditCode: string
  readonly candidate: EnterpriseCandidate
  readonly detail: EnterpriseDetail
  readonly formerNames: readonly string[]
  readonly shortNames: readonly string[]
}

export interface EnterpriseSet {
  /** In the order of answers: by name, then by id. */
  readonly all: readonly Enterprise[]
  readonly byId: ReadonlyMap<string, readonly Enterprise[]>
  readonly byCreditCode: ReadonlyMap<string, readonly Enterprise[]>
  /** By folded current, former and short name, in that order. */
  readonly byAnyName: readonly ReadonlyMap<string, readonly Enterprise[]>[]
}

export async function loadEnterprises(folder: CorpusFolder): Promise<EnterpriseSet> {
  const all: Enterprise[] = []
  for await (const { value } of recordsOf(folder, 'enterprises', enterpriseLine))
    all.push(enterpriseOf(value))
  all.sort((a, b) => compareText(a.name, b.name) || compareText(a.id, b.id))
  return {
    all,
    byId: grouped(all, (enterprise) => enterprise.id),
    byCreditCode: grouped(
      all.filter(({ creditCode }) => creditCode !== ''),
      (enterprise) => enterprise.creditCode,
    ),
    byAnyName: [
      grouped(all, (enterprise) => enterprise.nameKey),
      byAlias(all, (enterprise) => enterprise.formerNames),
      byAlias(all, (enterprise) => enterprise.shortNames),
    ],
  }
}

/** The candidate and the detail of one line; the names that only lead to it are no members of 2.9. */
function enterpriseOf({ 曾用名, 股票简称, ...detail }: z.infer<typeof detailLine>): Enterprise {
  const { 企业ID: id, 企业名称: name } = detail
  const creditCode = detail.统一社会信用代码 ?? ''
  return {
    id,
    name,
    nameKey: enterpriseNameKey(name),
    creditCode,
    candidate: { id, 企业名称: name, 统一社会信用代码: creditCode },
    detail,
    formerNames: namesIn(曾用名),
    shortNames: namesIn(股票简称),
  }
}

export const namesIn = (value: string | readonly string[] | null | undefined): readonly string[] =>
  (typeof value === 'string' ? value.split(/[;；,，]/) : (value ?? []))
    .map(enterpriseNameKey)
    .filter((name) => name !== '')

const byAlias = (all: readonly Enterprise[], aliasesOf: (enterprise: Enterprise) => readonly string[]) => {
  const pairs = all.flatMap((enterprise) => aliasesOf(enterprise).map((alias) => ({ alias, enterprise })))
  const groups = grouped(pairs, (pair) => pair.alias)
  return new Map([...groups].map(([alias, found]) => [alias, found.map((pair) => pair.enterprise)]))
}

const documentLine = listedDocument.extend({ enterprise_id: z.string() })

/** The litigation list of an enterprise (contract 2.8). */
export interface DocumentList {
  /** Newest first, then by document id; an id may be listed more than once. */
  readonly documents: readonly ListedDocument[]
  /** Distinct document ids: what the list declares as its total. */
  readonly total: number
}

/** Litigation lists by enterprise id (contract 2.8, 4.4). */
export async function loadDocuments(folder: CorpusFolder): Promise<ReadonlyMap<string, DocumentList>> {
  const lines: z.infer<typeof documentLine>[] = []
  for await (const { value } of recordsOf(folder, 'enterprise-documents', documentLine)) lines.push(value)
  lines.sort((a, b) => compareText(b.时间 ?? '', a.时间 ?? '') || compareText(a.文书id, b.文书id))
  const groups = grouped(lines, (line) => line.enterprise_id)
  return new Map([...groups].map(([id, found]) => [id, listOf(found.map(withoutOwner))]))
}

const listOf = (documents: readonly ListedDocument[]): DocumentList => ({
  documents,
  total: new Set(documents.map((document) => document.文书id)).size,
})

const withoutOwner = ({ enterprise_id: _, ...document }: z.infer<typeof documentLine>): ListedDocument =>
  document
