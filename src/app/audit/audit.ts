/** A violation of an assertion, and what to do about it. */
export interface Finding {
  readonly what: string
  readonly where: string
  readonly expected: string
  readonly found: string
  readonly todo: string
  /** False for what is only unfinished: a run that was cut off and has not been run again. */
  readonly isDamage: boolean
}

/** What came of one assertion. */
export interface Check {
  readonly name: string
  /** What is asserted. */
  readonly compared: string
  /** How many were compared. */
  readonly count: number
  /** All findings, of which the first few are listed. */
  readonly found: number
  readonly findings: readonly Finding[]
}

/** Findings that are listed of one assertion; the others are counted. */
export const mostFindings = 20

/** Gathers the violations of an assertion, at flat memory. */
export class CheckNotes {
  readonly #assertion: Pick<Check, 'name' | 'compared'>
  readonly #findings: Finding[] = []
  #found = 0
  #damage = 0
  count = 0

  constructor(assertion: Pick<Check, 'name' | 'compared'>) {
    this.#assertion = assertion
  }

  add(finding: Omit<Finding, 'isDamage'> & { readonly isDamage?: boolean }): void {
    this.#found += 1
    this.#damage += finding.isDamage === false ? 0 : 1
    if (this.#findings.length >= mostFindings) return
    this.#findings.push({
      isDamage: true,
      ...finding,
      expected: cut(finding.expected),
      found: cut(finding.found),
    })
  }

  get damage(): number {
    return this.#damage
  }

  get check(): Check {
    return {
      ...this.#assertion,
      count: this.count,
      found: this.#found,
      findings: this.#findings,
    }
  }
}

/** What was found may be quoted by an error whole, and be a client's judgment: a few words say what it is. */
const mostCharacters = 200

const cut = (text: string): string =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters)}… (${text.length} characters)` : text

/** Where a check notes its violations, by the name of the assertion. */
export type Notes = (name: string) => CheckNotes

/** What an audit found. */
export interface Audit {
  readonly checks: readonly Check[]
  /** Findings that are damage, in all. */
  readonly damage: number
  readonly elapsedMs: number
}

/** What to do, by what is damaged. */
export const todos = {
  raw:
    'put back the file from a copy; without one, dossier doctor --drop-lost takes the call out of the ledger, ' +
    'and the next run asks for it again',
  tables: 'dossier rebuild rebuilds the tables from raw, without a call',
  published: 'dossier doctor publishes it again',
  unfinished: 'run the job again: the run goes on',
} as const
