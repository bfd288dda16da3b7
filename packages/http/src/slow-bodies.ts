import type { IncomingMessage } from 'node:http'

/** What the slowest phone may take: photos of 2 MB come at 20 kB/s and less, and Node's five minutes bound all bodies. */
const SLOWEST = { graceMs: 30_000, bytesPerS: 5_000 }

/** Answers 408 and closes, where a body comes more slowly than this: it would hold a place for as long as it likes. */
export function boundSlowBody(request: IncomingMessage, { graceMs, bytesPerS } = SLOWEST): void {
  const { headers, socket } = request
  if (!Number(headers['content-length'] ?? 0) && headers['transfer-encoding'] === undefined) return
  const { bytesRead, bytesWritten } = socket
  let waitedMs = 0
  let timer = wait(graceMs)
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer))

  function wait(ms: number) {
    return setTimeout(() => {
      waitedMs += ms
      const leftMs = graceMs + ((socket.bytesRead - bytesRead) / bytesPerS) * 1_000 - waitedMs
      if (request.complete) return
      if (leftMs > 0) timer = wait(leftMs)
      else {
        // As Node answers a request that takes too long; whoever reads the body sees it aborted.
        if (socket.bytesWritten === bytesWritten) socket.write(TIMEOUT)
        socket.destroySoon()
      }
    }, ms)
  }
}

const TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
