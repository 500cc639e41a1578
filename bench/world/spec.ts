import { createHash } from 'node:crypto'

/** A service's whole content, in a few numbers: the same ones give the same bytes. */
export interface WorldSpec {
  readonly enterprises: number
  /** Documents of each enterprise; enterprise 0 has `giant` of them when that is given. */
  readonly documents: number
  readonly giant?: number
  /** Rows of a list page; the effective size is the one that the page reports (contract 4.4). */
  readonly pageSize: number
  /** Documents that came since, one to each of the first enterprises, newest of their lists. */
  readonly added?: number
}

/** A request that the world expects, as the floor repeats it. */
export interface Request {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly body: string
}

/** What the world was asked since it was last asked for this. */
export interface Asked {
  readonly requests: readonly Request[]
  /** Bytes of bodies that were sent. */
  readonly bytes: number
  /** Milliseconds from the first request to the last answer. */
  readonly spanMs: number
}

export const documentsOf = ({ documents, giant, added = 0 }: WorldSpec, enterprise: number): number =>
  (enterprise === 0 ? (giant ?? documents) : documents) + (enterprise < added ? 1 : 0)

export const pagesOf = (spec: WorldSpec, enterprise: number): number =>
  Math.max(1, Math.ceil(documentsOf(spec, enterprise) / spec.pageSize))

/** Documents of the whole world. */
export const documentCount = (spec: WorldSpec): number =>
  Array.from({ length: spec.enterprises }, (_, enterprise) => documentsOf(spec, enterprise)).reduce(
    (sum, count) => sum + count,
    0,
  )

/** Id of a document: number n of enterprise e. 32 hexadecimal digits, in no order. */
export const documentId = (enterprise: number, number: number): string =>
  createHash('md5').update(`${enterprise}/${number}`).digest('hex')

const enterprisePrefix = 'e57a'
export const enterpriseId = (enterprise: number): string =>
  enterprisePrefix + String(enterprise).padStart(28, '0')
export const enterpriseOf = (id: string): number => Number(id.slice(enterprisePrefix.length))
