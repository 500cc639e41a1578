import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { parseJson } from '../../contract/json.ts'
import { decompressed, type IsEnough, readBody, transportErrorOf } from './body.ts'
import type { Connection } from './connection.ts'
import { type Answer, TransportError } from './errors.ts'

/** What one request was answered with. */
export interface Exchanged {
  readonly httpStatus: number
  readonly headers: IncomingHttpHeaders
  /** Decompressed where it could be. */
  readonly body: Buffer
  /** False for a body that cannot be decompressed, where the status alone decides. */
  readonly isReadable: boolean
}

/** How far to read a body, by the answer that it belongs to; undefined is to its end. */
export type HowFar = (answer: Dispatcher.ResponseData) => IsEnough | undefined

/** Called once, when all bytes of a request are with the system's network, or when none ever will be. */
export type Sent = () => void

/** How a request is sent. */
export interface Sending {
  /** What it asks, and where, for errors. */
  readonly where: string
  /** Awaited when the connection stands: the request goes out as soon as it resolves. */
  readonly start?: (() => Promise<Sent>) | undefined
  readonly howFar?: HowFar
}

/**
 * One request on one connection, to the end of its answer, or as far as the caller wants it.
 * @throws TransportError, and what `start` throws: then nothing was sent
 */
export async function exchange(
  connection: Connection,
  request: Dispatcher.RequestOptions,
  { where, start, howFar = () => undefined }: Sending,
): Promise<Exchanged> {
  let onSent: Sent | undefined
  if (start !== undefined) {
    await connection.ready(request.signal as AbortSignal).catch((error: unknown) => {
      throw transportErrorOf(where, error, false)
    })
    onSent = await start()
  }
  try {
    const response = await connection.request(request, onSent)
    const sent = await readBody(response, howFar(response))
    connection.served()
    const { statusCode: httpStatus, headers } = response
    if (httpStatus < 300 && connection.excess !== undefined)
      throw followedByMore(httpStatus, sent, connection.excess)
    // What the status alone decides needs no readable body.
    const body = await decompressed(response, sent).catch((error: TransportError) => {
      if (httpStatus < 300) throw error
      return undefined
    })
    return { httpStatus, headers, body: body ?? sent, isReadable: body !== undefined }
  } catch (error) {
    throw transportErrorOf(where, error, connection.isSilentSinceServed)
  }
}

/** What came back as an answer, its body parsed. */
export const answerFrom = ({ httpStatus, headers, body, isReadable }: Exchanged): Answer => ({
  httpStatus,
  ...timing(headers),
  body,
  ...(isReadable ? parseJson(body) : { isJson: false, value: undefined }),
})

/** What the headers of an answer say of time. */
export const timing = (headers: IncomingHttpHeaders): Pick<Answer, 'retryAfter' | 'date'> => ({
  retryAfter: textsOf(headers['retry-after']),
  date: textsOf(headers.date)[0],
})

const textsOf = (header: string | string[] | undefined): readonly string[] =>
  header === undefined ? [] : [header].flat()

/** A body longer than its length says was cut at its length: it is not trusted. */
const followedByMore = (httpStatus: number, body: Buffer, cause: Error): TransportError =>
  new TransportError('client: bytes follow the end of the body; its length is wrong', {
    failure: 'damaged',
    received: { httpStatus, body },
    cause,
  })
