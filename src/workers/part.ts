import { AttemptJournal, type BegunAttempt } from '../landing/attempts.ts'
import { encodeEntry, type LandedCall } from '../landing/entry.ts'
import { OpenSegment } from '../landing/segment.ts'
import { Grouped, Turns } from '../landing/turns.ts'
import { endUnit, type UnitEnd, writeDurably } from './shared-folder.ts'
import { attemptsPath, type Standing, type Took, tookPath } from './standing.ts'

/** What one owner of a unit asks and lands, on disk before anything follows from it: see standing.ts. */
export class Part implements AsyncDisposable {
  readonly #place: string
  readonly #owner: string
  readonly #segment: OpenSegment
  readonly #journal: AttemptJournal
  readonly #turns = new Turns()
  readonly #lines = new Grouped<Buffer>(this.#turns, (group) => this.#segment.append(group))

  private constructor(place: string, owner: string, segment: OpenSegment, journal: AttemptJournal) {
    this.#place = place
    this.#owner = owner
    this.#segment = segment
    this.#journal = journal
  }

  /** Takes over what is there. */
  static async open(place: string, owner: string, runId: string, standing: Standing): Promise<Part> {
    const segment = await OpenSegment.create(place, owner)
    const inherited = standing.lines.map(({ text }) => Buffer.from(`${text}\n`))
    if (inherited.length > 0) await segment.append(inherited)
    const took: Took = { inherited: inherited.length, covers: standing.covers }
    await writeDurably(tookPath(place, owner), took)
    const journal = await AttemptJournal.open(attemptsPath(place, owner), { runId, firstSegment: owner })
    return new Part(place, owner, segment, journal)
  }

  /** Resolves when the attempt is on disk: only then may it be made. */
  begin(attempt: BegunAttempt): Promise<void> {
    return this.#journal.begin(attempt)
  }

  /** Says of an attempt that it was not made after all. */
  withdraw(attempt: BegunAttempt): Promise<void> {
    return this.#journal.withdraw(attempt)
  }

  /** Resolves when the call is on disk. */
  land(call: LandedCall): Promise<void> {
    return this.#lines.add(encodeEntry(call))
  }

  /** Nothing more lands; the unit has ended. */
  async end(end: UnitEnd): Promise<void> {
    await this.#turns.take(() => this.#segment.seal())
    await endUnit(this.#place, this.#owner, end)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#turns.take(() => this.#segment.close())
    await this.#journal.close()
  }
}
