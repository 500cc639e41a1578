import type { ServiceSettings } from '../options.ts'
import type { ToolConnection } from './exchange.ts'

export interface Session {
  /** The entry that the session was begun on; it is none on the others. */
  readonly path: string
  /** Whose it is: the address that began it. All clients send the one key that the service knows. */
  readonly client: string
  readonly connection: ToolConnection
}

/** The bounds of all clients together, of one, and of the milliseconds from the last request of a session to its end. */
export type SessionBounds = Pick<ServiceSettings, 'maxSessions' | 'maxSessionsPerClient' | 'sessionIdleMs'>

/** Milliseconds after its last request for which a session counts as active: no other client's handshake ends it. */
export const activeMs = 60_000

interface Living extends Session {
  usedAt: number
  hasCalled: boolean
  /** Requests that wait for their answer. The stream of a session says nothing and does not count. */
  answering: number
}

export type Sessions = ReturnType<typeof sessionStore>
/** Room for one session. */
export type Place = NonNullable<ReturnType<Sessions['reserve']>>

/** The living sessions of the tool entries, bounded by client, in all, and in the time since their last request. */
export function sessionStore(bounds: SessionBounds, now: () => number) {
  // In the order of their last use: the first was unused longest.
  const living = new Map<string, Living>()
  const reserved: { readonly client: string }[] = []

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
  /** Id of the session that makes room for a client's next; null when there is room, undefined when none may go. */
  const leaving = (client: string): string | null | undefined => {
    const idle = [...living].filter(([, { answering }]) => answering === 0)
    const firstId = (isMeant: (session: Living) => boolean) =>
      idle.find(([, session]) => isMeant(session))?.[0]
    const isOwn = (session: Living) => session.client === client
    const isInactive = ({ usedAt }: Living) => now() - usedAt >= activeMs
    const held = [...living.values(), ...reserved].filter((one) => one.client === client).length
    if (held >= Math.min(bounds.maxSessions, bounds.maxSessionsPerClient))
      return firstId((one) => isOwn(one) && !one.hasCalled) ?? firstId(isOwn)
    if (living.size + reserved.length < bounds.maxSessions) return null
    return firstId((one) => isOwn(one) && isInactive(one)) ?? firstId(isInactive)
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
    /** A request of a session begins: a call of a tool, or not. Returns what to do when it was answered. */
    answer(id: string, isCall: boolean): () => void {
      const session = living.get(id)
      if (session === undefined) return () => undefined
      session.answering += 1
      session.hasCalled ||= isCall
      return () => {
        session.answering -= 1
      }
    },
    /**
     * Makes room for a session of that client, until it is added or released. At the client's bound its own session that
     * never called a tool goes, then the one unused longest; when all places are taken, an inactive one, its own first.
     * Undefined when none may go.
     */
    reserve(client: string) {
      endIdle()
      const id = leaving(client)
      if (id === undefined) return undefined
      if (id !== null) void end(id)
      const place = { client }
      reserved.push(place)
      const release = () => {
        const index = reserved.indexOf(place)
        if (index >= 0) reserved.splice(index, 1)
      }
      return {
        add(added: string, session: Omit<Session, 'client'>): void {
          release()
          living.set(added, { ...session, client, usedAt: now(), hasCalled: false, answering: 0 })
        },
        /** Gives it back; does nothing once a session was added. */
        release,
      }
    },
    remove: (id: string): void => void living.delete(id),
    async closeAll(): Promise<void> {
      await Promise.all([...living.keys()].map(end))
    },
  }
}
