import { z } from 'zod'
import {
  type EnterpriseCandidate,
  enterpriseDetail,
  type ListedDocument,
  listedDocument,
} from '../../../contract/records.ts'
import { enterpriseNameKey } from '../../../legal/names.ts'
import { grouped as groupedPairs } from '../../../legal/text.ts'
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
type Enterprise = ReturnType<typeof enterpriseOf>

export async function loadEnterprises(folder: CorpusFolder) {
  const all: Enterprise[] = []
  for await (const { value } of recordsOf(folder, 'enterprises', enterpriseLine))
    all.push(enterpriseOf(value))
  all.sort((a, b) => compareText(a.name, b.name) || compareText(a.id, b.id))
  return {
    /** In the order of answers: by name, then by id. */
    all,
    byId: grouped(all, (enterprise) => enterprise.id),
    byCreditCode: grouped(
      all.filter(({ creditCode }) => creditCode !== ''),
      (enterprise) => enterprise.creditCode,
    ),
    /** By folded current, former and short name, in that order. */
    byAnyName: [
      grouped(all, (enterprise) => enterprise.nameKey),
      byAlias(all, (enterprise) => enterprise.formerNames),
      byAlias(all, (enterprise) => enterprise.shortNames),
    ],
  }
}

/** The candidate and the detail of one line; the names that only lead to it are no members of 2.9. */
function enterpriseOf({ 曾用名, 股票简称, ...detail }: z.infer<typeof detailLine>) {
  const { 企业ID: id, 企业名称: name } = detail
  /** Unified social credit code; empty when unknown. */
  const creditCode = detail.统一社会信用代码 ?? ''
  const candidate: EnterpriseCandidate = { id, 企业名称: name, 统一社会信用代码: creditCode }
  return {
    id,
    name,
    /** The name under which spellings of different width are one. */
    nameKey: enterpriseNameKey(name),
    creditCode,
    candidate,
    detail,
    formerNames: namesIn(曾用名),
    shortNames: namesIn(股票简称),
  }
}

const namesIn = (value: string | readonly string[] | null | undefined): readonly string[] =>
  (typeof value === 'string' ? value.split(/[;；,，]/) : (value ?? []))
    .map(enterpriseNameKey)
    .filter((name) => name !== '')

const byAlias = (all: readonly Enterprise[], aliasesOf: (enterprise: Enterprise) => readonly string[]) =>
  groupedPairs(
    all.flatMap((enterprise) => aliasesOf(enterprise).map((alias) => [alias, enterprise] as const)),
  )

const documentLine = listedDocument.extend({ enterprise_id: z.string() })

/**
 * Litigation lists by enterprise id (contract 2.8, 4.4): documents newest first, then by id, which may be listed more than once; the total
 * that a list declares counts each once.
 */
export async function loadDocuments(folder: CorpusFolder) {
  const lines: z.infer<typeof documentLine>[] = []
  for await (const { value } of recordsOf(folder, 'enterprise-documents', documentLine)) lines.push(value)
  lines.sort((a, b) => compareText(b.时间 ?? '', a.时间 ?? '') || compareText(a.文书id, b.文书id))
  const groups = grouped(lines, (line) => line.enterprise_id)
  return new Map(
    [...groups].map(([id, found]) => {
      const documents = found.map(({ enterprise_id: _, ...document }): ListedDocument => document)
      return [id, { documents, total: new Set(documents.map(({ 文书id }) => 文书id)).size }]
    }),
  )
}
