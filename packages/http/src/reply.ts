import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'

// An endpoint's response before it is one of the web's, which costs as much as all checks of a request.

/** What most steps need of a request: a Request of the web is one. `url` may be relative. */
export type RequestHead = { method: string; url: string; headers: Pick<Headers, 'get' | 'has'> }

/** Headers by lower-case name; those of the web can be written in the same way. */
export type HeaderWriter = Pick<Headers, 'append' | 'set'>

export class ReplyHeaders extends Map<string, string> implements Pick<HeaderWriter, 'append'> {
  append(name: string, value: string): void {
    const before = this.get(name)
    this.set(name, before === undefined ? value : `${before}, ${value}`)
  }
}

/** `body`: the complete text or bytes, or null for none; a stream for what has no length yet. */
export type Reply = { status: number; headers: ReplyHeaders; body: Body }
type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null

export function reply(status: number, body: Body, headers: Record<string, string> = {}): Reply {
  return { status, headers: new ReplyHeaders(Object.entries(headers)), body }
}

/** What is sent of a body: nothing to HEAD. */
export function bodyFor({ method }: { method?: string | undefined }, { body }: Reply): Body {
  if (method !== 'HEAD') return body
  if (body instanceof ReadableStream) void body.cancel()
  return null
}

/** Of `Headers`, as a replacement of the global Response loses what is added to headers that were given otherwise. */
export const toResponse = (reply: Reply, request: { method?: string } = {}): Response =>
  new Response(bodyFor(request, reply), { status: reply.status, headers: new Headers([...reply.headers]) })

/** `reply`: the same for a server that needs no Response of the web. */
export type Answering<In> = ((request: Request, context: In) => Promise<Response>) & {
  reply: (request: Request, context: In) => Promise<Reply>
}

/** The handler that answers with these replies. */
export const handlerOf = <In = unknown>(reply: Answering<In>['reply']): Answering<In> =>
  Object.assign(async (request: Request, context: In) => toResponse(await reply(request, context), request), { reply })

/** The head of a request to node:http, without the cost of a Request of the web. */
export const headOf = ({ method = 'GET', url = '/', headers }: IncomingMessage): RequestHead => ({
  method,
  url,
  headers: { get: (name) => headers[name]?.toString() ?? null, has: (name) => name in headers },
})

/** Sends a reply over node:http. `body`: what is sent of its body. Resolves when a stream has ended, or its client is gone. */
export async function sendReply(
  { status, headers }: Reply,
  body: Body | Uint8Array,
  response: ServerResponse,
): Promise<void> {
  const isStream = body instanceof ReadableStream
  if (body !== null && !isStream) headers.set('content-length', String(Buffer.byteLength(body)))
  const flat: string[] = []
  for (const [name, value] of headers) flat.push(name, value)
  response.writeHead(status, flat)
  if (isStream)
    await pipeline(Readable.fromWeb(body as NodeStream), response).catch(() => {}) // one class, two types
  else response.end(body)
}
