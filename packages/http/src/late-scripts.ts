import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import compression from 'compression'
import onHeaders from 'on-headers'
import { startScripts } from './start-scripts.ts'

// The scripts of a page wait until its text is painted. Next writes them as `async`, and a slow phone evaluates them for
// a second or more before it shows the text that came with the document. Here they become inert, and an inline script
// starts them (start-scripts.ts). Without access to the connection (serverless hosting) pages stay as Next writes them.
//
// Pages are changed before they are compressed, so the compression is here, too, and off in Next.

const SCRIPT = /<script src="(\/_next\/static\/chunks\/[^"]+)" async="">/g
/** Next's hint for the script that starts the others. */
const HINT = /<link rel="preload" as="script" fetchPriority="low" href="\/_next\/static\/chunks\/[^"]+"\/>/g
const STARTER = `<script>(${startScripts})()</script>`

/** Changes a page that comes in pieces: what it returns for all of them, joined, is the page with inert scripts. */
export function lateScripts(): (piece: string, isLast: boolean) => string {
  let rest = ''
  let hasStarter = false
  return (piece, isLast) => {
    const text = rest + piece
    const cut = isLast ? text.length : endOfTags(text)
    rest = text.slice(cut)
    return text
      .slice(0, cut)
      .replace(HINT, '')
      .replace(SCRIPT, (_, src) => {
        const starter = hasStarter ? '' : STARTER
        hasStarter = true
        return `${starter}<script type="late" src="${src}">`
      })
  }
}

/** Where an unfinished tag begins, if the text ends with one. */
function endOfTags(text: string): number {
  const open = text.lastIndexOf('<')
  return open > text.lastIndexOf('>') ? open : text.length
}

const KEY = Symbol.for('salama.http.late-scripts')
const shared: typeof globalThis & { [KEY]?: true } = globalThis
const compress = compression()

/** Compresses what Next sends, and makes the scripts of its pages late. */
export function sendScriptsLate(): void {
  if (shared[KEY]) return
  shared[KEY] = true
  subscribe('http.server.request.start', (message) => {
    // As Node's diagnostics_channel documents it.
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (request.url?.startsWith('/api/v1/')) return // compressed by compress.ts
    // Typed for Express, but it uses only what Node's own requests and responses have.
    Reflect.apply(compress, undefined, [request, response, () => changePage(response)])
  })
}

function changePage(response: ServerResponse): void {
  const { write, end } = response
  const decoder = new TextDecoder()
  let change: ReturnType<typeof lateScripts> | null | undefined
  // Next answers some rewrites with a request to itself, whose response is changed and compressed already.
  let isCompressed: boolean | undefined

  // Called before `compression` sets its own header, also where Next flushes the headers before the first piece.
  onHeaders(response, () => {
    isCompressed = response.hasHeader('content-encoding')
  })

  /** The changed text of what is written, or undefined where it is no page. */
  function changed(body: unknown, isLast: boolean): string | undefined {
    if (change === undefined) {
      const isPage =
        String(response.getHeader('content-type') ?? '').startsWith('text/html') &&
        !(isCompressed ?? response.hasHeader('content-encoding'))
      change = isPage ? lateScripts() : null
      if (isPage && !response.headersSent) response.removeHeader('content-length')
    }
    if (change === null) return undefined
    const text = body instanceof Uint8Array ? decoder.decode(body, { stream: !isLast }) : String(body ?? '')
    return change(text, isLast)
  }

  response.write = (...args: unknown[]) => {
    const text = changed(args[0], false)
    return Reflect.apply(write, response, text === undefined ? args : [text, ...args.slice(1)])
  }
  response.end = (...args: unknown[]) => {
    const isBody = typeof args[0] !== 'function' && args[0] != null
    const text = changed(isBody ? args[0] : null, true)
    return Reflect.apply(end, response, text === undefined ? args : [text, ...args.slice(isBody ? 1 : 0)])
  }
}
