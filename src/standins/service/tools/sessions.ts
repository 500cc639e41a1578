import type { ServiceSettings } from '../options.ts'
import type { ToolConnection } from './exchange.ts'

export interface Session {
  /** The entry that the session was begun on; it is none on the others. */
  readonly path: string
  readonly connection: ToolConnection
}

/** How many there are at most, and the milliseconds from the last request of a session to its end. */
export type SessionBounds = Pick<ServiceSettings, 'maxSessions' | 'sessionIdleMs'>

interface Living extends Session {
  usedAt: number
  /** Requests that wait for their answer. The stream of a session says nothing and does not count. */
  answering: number
}

export type Sessions = ReturnType<typeof sessionStore>

/** The living sessions of the tool entries, bounded in number and in the time since their last request. */
export function sessionStore(bounds: SessionBounds, now: () => number) {
  // In the order of their last use: the first was unused longest.
  const living = new Map<string, Living>()

  const end = async (id: string): Promise<void> => {
    const ended = living.get(id)
    living.delete(id)
    await ended?.connection.close()
  }
  const endIdle = (): void => {
    for (const [id, { usedAt }] of living) {
      if (now() - usedAt < bounds.sessionIdleMs) return
      void end(id)
    }
  }
  /** Ends the session that was unused longest, unless there is room. One that answers a request stays. */
  const makeRoom = (): void => {
    if (living.size < bounds.maxSessions) return
    const [id] = [...living].find(([, { answering }]) => answering === 0) ?? []
    if (id !== undefined) void end(id)
  }
  return {
    /** The session with this id on this entry, and marks it as used; undefined if there is none or it has ended. */
    find(path: string, id: string): Session | undefined {
      endIdle()
      const session = living.get(id)
      if (session?.path !== path) return undefined
      living.delete(id)
      session.usedAt = now()
      living.set(id, session)
      return session
    },
    /** A request of a session begins. Returns what to do when it was answered. */
    answer(id: string): () => void {
      const session = living.get(id)
      if (session === undefined) return () => undefined
      session.answering += 1
      return () => {
        session.answering -= 1
      }
    },
    add(id: string, session: Session): void {
      endIdle()
      makeRoom()
      living.set(id, { ...session, usedAt: now(), answering: 0 })
    },
    remove: (id: string): void => void living.delete(id),
    async closeAll(): Promise<void> {
      await Promise.all([...living.keys()].map(end))
    },
  }
}
