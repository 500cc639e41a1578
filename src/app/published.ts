import type { Home } from '../run/home/home.ts'
import { Database } from '../warehouse/database.ts'
import { type SharedViews, shareViews } from '../warehouse/shared-views.ts'

/** A published warehouse that is open for reading. What is read of it one after the other finds the views that were worked out before. */
export interface OpenPublished extends SharedViews, AsyncDisposable {
  readonly database: Database
}

/** Opens it; with a memory limit, which is then never raised. */
export async function openPublished(home: Home, memoryLimit?: string): Promise<OpenPublished> {
  // One thread: a second waits more than it works, and spins as it waits.
  const options = { readOnly: true, spillTo: home.state.spill, threads: 1 }
  const database = await Database.open(
    home.published,
    memoryLimit === undefined ? options : { ...options, memoryLimit },
  )
  try {
    return {
      database,
      ...(await shareViews(database)),
      [Symbol.asyncDispose]: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
