import type { Effects } from '../../calls/effects.ts'
import type { Home } from '../../run/home/home.ts'
import { Raw } from '../../run/home/raw.ts'
import { openRebuilt, rebuildWarehouse } from '../../run/home/rebuild.ts'
import type { Database } from '../../warehouse/database.ts'

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

/** As it is noted: damage unless it says otherwise. */
export type NewFinding = Omit<Finding, 'isDamage'> & { readonly isDamage?: boolean }

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
  damage = 0
  count = 0

  constructor({ name, compared }: Pick<Check, 'name' | 'compared'>) {
    this.#assertion = { name, compared }
  }

  add(finding: NewFinding): void {
    this.#found += 1
    this.damage += finding.isDamage === false ? 0 : 1
    if (this.#findings.length >= mostFindings) return
    this.#findings.push({
      isDamage: true,
      ...finding,
      expected: cut(finding.expected),
      found: cut(finding.found),
    })
  }

  get check(): Check {
    return { ...this.#assertion, count: this.count, found: this.#found, findings: this.#findings }
  }

  /** The first violation in a few words; undefined when there is none. */
  get first(): string | undefined {
    const [first] = this.#findings
    return first && (first.found === 'none' ? first.what : `${first.what} (${first.found})`)
  }
}

/** What was found may be quoted by an error whole, and be a client's judgment: a few words say what it is. */
const mostCharacters = 200

const cut = (text: string): string =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters)}… (${text.length} characters)` : text

/** Where a check notes its violations, by the name of the assertion. */
export type Notes = (name: string) => CheckNotes

/** What to do, by what is damaged. */
export const todos = {
  raw:
    'put back the file from a copy; without one, dossier doctor --drop-lost takes the call out of the ledger, ' +
    'and the next run asks for it again',
  tables: 'dossier rebuild rebuilds the tables from raw, without a call',
  published: 'dossier doctor publishes it again',
  unfinished: 'run the job again: the run goes on',
} as const

/** Whether raw is all there, and whether the ledger says the same. */
export interface RawState {
  /** Lines that were read, damaged ones among them. */
  readonly answers: number
  /** Lines that changed since they landed; an unreadable file counts as one. */
  readonly damagedLines: number
  /** Calls of the ledger without a raw answer. */
  readonly lostCalls: number
  readonly isDamaged: boolean
  /** Where the damage is, a few places, for a person. */
  readonly examples: readonly string[]
  /** How the ledger differs from raw that is whole. */
  readonly difference: string | undefined
}

export interface AuditOptions {
  readonly home: Home
  readonly effects: Effects
  /** Whether calls whose raw answer is damaged or gone leave the ledger: the next run asks for them again. Default false. */
  readonly mayLose?: boolean | undefined
}

/** A home as one audit sees it: what its checks share. It owns the working database and the reader of raw that it opens. */
export class Audited implements AsyncDisposable {
  readonly home: Home
  readonly effects: Effects
  readonly mayLose: boolean
  /** Digests of the tables by name, as far as they are known; the tables do not change meanwhile. */
  digests: ReadonlyMap<string, string> = new Map()
  /** Why the file of the working database is damaged; undefined also when it is gone or of another version. */
  damage: string | undefined
  /** Why the home was not opened for repair: raw is damaged, and nothing may be lost. */
  refusal: string | undefined
  rawState: RawState | undefined
  isRebuilt = false
  #database: Database | undefined
  #raw: Raw | undefined

  constructor({ home, effects, mayLose = false }: AuditOptions) {
    this.home = home
    this.effects = effects
    this.mayLose = mayLose
  }

  get isOpen(): boolean {
    return this.#database !== undefined
  }

  get database(): Database {
    if (this.#database === undefined) throw new Error('audit: the working database is not open')
    return this.#database
  }

  /** Goes on with this database; one that was open must be closed. */
  open(database: Database, digests: ReadonlyMap<string, string> = new Map()): void {
    this.#database = database
    this.digests = digests
  }

  /** Everything that landed, without the files of the archive that cannot be read. */
  async raw(): Promise<Raw> {
    this.#raw ??= await Raw.openProbed(this.home)
    return this.#raw
  }

  /** Builds the tables again from raw, once. @throws StopError when raw is damaged and nothing may be lost */
  async rebuild(): Promise<void> {
    if (this.isRebuilt) return
    await this.close()
    await rebuildWarehouse(this)
    this.isRebuilt = true
    this.open(await openRebuilt(this.home))
  }

  async close(): Promise<void> {
    const owned = [this.#database, this.#raw]
    this.#database = undefined
    this.#raw = undefined
    for (const one of owned) await one?.[Symbol.asyncDispose]()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/** Empty notes, one for each assertion. */
export function notesOf(assertions: readonly Pick<Check, 'name' | 'compared'>[]): Notes {
  const notes = new Map(assertions.map((assertion) => [assertion.name, new CheckNotes(assertion)]))
  return (name) => {
    const found = notes.get(name)
    if (found === undefined) throw new Error(`audit: there is no assertion "${name}"`)
    return found
  }
}

/** What doctor says of something: as it should be, or at fault. */
export interface Seen {
  readonly found: string
  readonly isFault: boolean
}

export const whole = (found: string): Seen => ({ found, isFault: false })
export const fault = (found: string): Seen => ({ found, isFault: true })

/** One check of a home, which `verify` and `doctor` share: verify reports its assertions, doctor what was seen. */
export interface AuditCheck {
  readonly name: string
  /** Who makes it: verify, a doctor that only looks, a doctor that repairs. */
  readonly by: readonly ('verify' | 'look' | 'repair')[]
  /** What it asserts; a text alone is asserted under the name of the check. */
  readonly asserts?: string | readonly Pick<Check, 'name' | 'compared'>[]
  /** Left out while the working database is not open. */
  readonly needsTables?: true
  /** Builds the tables again: left out of a quick audit. */
  readonly isSlow?: true
  /** Looks, and notes the violations of its assertions. */
  run(audited: Audited, on: Notes): Promise<Seen | undefined>
  /** Mends a fault; returns what doctor says then. */
  repair?(audited: Audited, found: string): Promise<string>
  /** Why a person has to act first; undefined when the fault may be mended. Without `repair` it is what to do. */
  todo?(audited: Audited): string | undefined
}

export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`
