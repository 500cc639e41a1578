import { z } from 'zod'
import { type ListedDocument, listedDocument } from '../../contract/records.ts'
import { compareText } from './compare-text.ts'
import { grouped } from './grouped.ts'
import { type CorpusFolder, recordsOf } from './records.ts'

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
