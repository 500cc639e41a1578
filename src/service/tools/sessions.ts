import type { ToolConnection } from './connection.ts'

export interface Session {
  /** The entry that the session was begun on; it is none on the others. */
  readonly path: string
  readonly connection: ToolConnection
}

export interface SessionBounds {
  readonly maxSessions: number
  readonly sessionIdleMs: number
}

/** The living sessions of the tool entries, bounded in number and in the time since their last request. */
export interface Sessions {
  /** The session of that id on that entry, which counts as used; undefined when there is none, or no longer. */
  readonly find: (path: string, id: string) => Session | undefined
  /** Begins a session; the one unused longest makes room. */
  readonly add: (id: string, session: Session) => void
  readonly remove: (id: string) => void
  readonly closeAll: () => Promise<void>
}

export function sessionStore({ maxSessions, sessionIdleMs }: SessionBounds, now: () => number): Sessions {
  // In the order of their last use: the first was unused longest.
  const living = new Map<string, Session & { readonly usedAt: number }>()
  const use = (id: string, session: Session): void => {
    living.delete(id)
    living.set(id, { ...session, usedAt: now() })
  }
  const end = async (id: string): Promise<void> => {
    const ended = living.get(id)
    living.delete(id)
    await ended?.connection.close()
  }
  const makeRoom = (most: number): void => {
    for (const [id, { usedAt }] of living) {
      if (living.size <= most && now() - usedAt < sessionIdleMs) return
      void end(id)
    }
  }
  return {
    find: (path, id) => {
      makeRoom(maxSessions)
      const session = living.get(id)
      if (session?.path !== path) return undefined
      use(id, session)
      return session
    },
    add: (id, session) => {
      makeRoom(maxSessions - 1)
      use(id, session)
    },
    remove: (id) => void living.delete(id),
    closeAll: async () => {
      await Promise.all([...living.keys()].map(end))
    },
  }
}
