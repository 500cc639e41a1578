import type { Socket } from 'node:net'

/** Bytes up to the status code of a head: `HTTP/1.1 100`. */
const statusBytes = 12
const isInterim = /^HTTP\/1\.\d 1/
const two = '2'.charCodeAt(0)

/**
 * Lets a service send `100 Continue` unasked (RFC 9110 15.2): undici takes it for a broken server, and passes every other interim
 * response over. So what the socket gives says `102` there, which has as many bytes and means as little.
 * A head is looked for from when a request is written, one at a time, until its answer begins; bytes of the answer are left alone.
 */
export function passOverContinue(socket: Socket): void {
  let place: 'status' | 'interim' | 'answer' = 'answer'
  /** The status line so far, or the last bytes of an interim head. */
  let seen = ''
  const look = (chunk: Buffer): void => {
    for (let at = 0; at < chunk.byteLength && place !== 'answer'; at += 1) {
      seen += String.fromCharCode(chunk[at] ?? 0)
      if (place === 'status' && seen.length === statusBytes) {
        if (seen.endsWith(' 100')) chunk[at] = two
        place = isInterim.test(seen) ? 'interim' : 'answer'
      } else if (place === 'interim') {
        seen = seen.slice(-4)
        if (seen === '\r\n\r\n') [place, seen] = ['status', '']
      }
    }
  }
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size)
    if (chunk !== null) look(chunk)
    return chunk
  }
  const write = socket.write.bind(socket)
  socket.write = ((...written: Parameters<Socket['write']>) => {
    ;[place, seen] = ['status', '']
    return write(...written)
  }) as Socket['write']
}
