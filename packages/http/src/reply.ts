// The response of an endpoint before it is one of the web's: that costs as much as all checks of a request, and a server
// on node:http takes it apart again.

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

/** `body`: the complete text, or null for none. */
export type Reply = { status: number; headers: ReplyHeaders; body: string | null }

export function reply(status: number, body: string | null, headers: Record<string, string> = {}): Reply {
  return { status, headers: new ReplyHeaders(Object.entries(headers)), body }
}

/** What is sent of a body: nothing to HEAD. */
export const bodyFor = ({ method }: { method?: string | undefined }, { body }: Reply) =>
  method === 'HEAD' ? null : body

/** Of `Headers`, as a replacement of the global Response loses what is added to headers that were given otherwise. */
export const toResponse = (reply: Reply, request: { method?: string } = {}): Response =>
  new Response(bodyFor(request, reply), { status: reply.status, headers: new Headers([...reply.headers]) })
