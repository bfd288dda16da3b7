import type { Identify } from './rpc/identities.ts'

/** Rows of a feed are the largest that our servers send. Whoever has no valid key may send what a form does, and is refused. */
const MOST_BYTES = { known: 64 * 1024 * 1024, unknown: 64 * 1024 }

/** The request with its body in memory, so that a slow sender holds no connection of the database; null: it is too large. */
export async function withBody(request: Request, identify: Identify): Promise<Request | null> {
  const { method, headers, url, signal } = request
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers, signal })
  const most = (await identify(request)) ? MOST_BYTES.known : MOST_BYTES.unknown
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > most) return null
    chunks.push(chunk)
  }
  return new Request(url, { method, headers, signal, body: Buffer.concat(chunks) })
}
