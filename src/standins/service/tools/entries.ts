import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ToolServer, toolServers } from '../../../contract/tools.ts'
import type { Gate } from '../gate.ts'
import type { ServiceSettings } from '../options.ts'
import { rpcFailure } from '../reply.ts'
import {
  type ExchangeEffects,
  exchanges,
  methodOf,
  sessionConnection,
  sessionHeader,
  singleConnection,
  type ToolConnection,
} from './exchange.ts'
import { type MakeToolServer, toolServerMaker } from './tool-server.ts'

export interface EntryEffects extends ExchangeEffects {
  readonly admit: Gate['admit']
}

/** Why a request reaches no connection: its HTTP status, the code of JSON-RPC, and the reason. */
interface Refusal {
  readonly status: number
  readonly rpcCode: number
  readonly reason: string
}

const batch: Refusal = { status: 400, rpcCode: -32_600, reason: '每个请求只能有一条消息' }
const withoutSession: Refusal = { status: 400, rpcCode: -32_000, reason: 'Mcp-Session-Id 缺失' }
const noSuchSession: Refusal = { status: 404, rpcCode: -32_001, reason: '会话不存在或已结束' }

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * The three tool entries (contract 4.7), by the official SDK. A request with a session id is of that session. A POST without one
 * begins a session when it is an initialize, and else stands alone, which is all there is when no sessions are offered. GET opens
 * the stream of a session, DELETE ends it.
 */
export function addToolEntries(app: FastifyInstance, settings: ServiceSettings, effects: EntryEffects): void {
  const { respond, admit } = effects
  const { run, exchange } = exchanges(effects)
  const sessions = sessionStore(settings.maxSessions)
  app.addHook('preClose', () => sessions.closeAll())

  /** Answers why a request reaches no connection. */
  const refuse = (request: FastifyRequest, reply: FastifyReply, { status, rpcCode, reason }: Refusal) => {
    respond(request, reply, status, rpcFailure(status, reason, rpcCode), { message: methodOf(request.body) })
    return reply
  }
  const post = (entry: ToolServer, make: MakeToolServer): Handle => {
    const begin = () =>
      sessionConnection(make, (id, connection) => sessions.add(id, entry.path, connection), sessions.remove)
    return async (request, reply) => {
      const { headers, body } = request
      if (Array.isArray(body)) return refuse(request, reply, batch)
      if (methodOf(body) === 'tools/call' && !admit(request, reply)) return reply
      const id = headers[sessionHeader]
      if (id !== undefined) {
        const session = sessions.find(entry.path, String(id))
        if (session === undefined) return refuse(request, reply, noSuchSession)
        session.answering += 1
        return await exchange(session.connection, request, reply).finally(() => {
          session.answering -= 1
        })
      }
      const isFirst = settings.maxSessions > 0 && isInitializeRequest(body)
      return await exchange(await (isFirst ? begin() : singleConnection(make)), request, reply)
    }
  }

  const ofSession =
    ({ path }: ToolServer): Handle =>
    async (request, reply) => {
      const id = request.headers[sessionHeader]
      if (id === undefined) return refuse(request, reply, withoutSession)
      const session = sessions.find(path, String(id))
      if (session === undefined) return refuse(request, reply, noSuchSession)
      return await exchange(session.connection, request, reply)
    }

  for (const entry of toolServers) {
    const make = toolServerMaker(entry, settings.version, run)
    app.route({ method: 'POST', url: entry.path, handler: post(entry, make) })
    if (settings.maxSessions > 0)
      app.route({ method: ['GET', 'DELETE'], url: entry.path, handler: ofSession(entry) })
  }
}

interface Session {
  /** The entry that the session was begun on; it is none on the others. */
  readonly path: string
  readonly connection: ToolConnection
  /** Requests that wait for their answer. The stream of a session says nothing and does not count. */
  answering: number
}

/** The living sessions of the tool entries, `most` at most. */
export function sessionStore(most: number) {
  // In the order of their last use: the first was unused longest.
  const living = new Map<string, Session>()

  const end = async (id: string): Promise<void> => {
    const ended = living.get(id)
    living.delete(id)
    await ended?.connection.close()
  }
  /** Ends the session that was unused longest, unless there is room. One that answers a request stays. */
  const makeRoom = (): void => {
    if (living.size < most) return
    const [id] = [...living].find(([, { answering }]) => answering === 0) ?? []
    if (id !== undefined) void end(id)
  }
  return {
    /** The session with this id on this entry, and marks it as used; undefined if there is none or it has ended. */
    find(path: string, id: string): Session | undefined {
      const session = living.get(id)
      if (session?.path !== path) return undefined
      living.delete(id)
      living.set(id, session)
      return session
    },
    add(id: string, path: string, connection: ToolConnection): void {
      makeRoom()
      living.set(id, { path, connection, answering: 0 })
    },
    remove: (id: string): void => void living.delete(id),
    async closeAll(): Promise<void> {
      await Promise.all([...living.keys()].map(end))
    },
  }
}
