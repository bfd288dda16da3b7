import type { IncomingMessage } from 'node:http'

/** Sets or removes a header whatever the client sent. Node keeps headers twice, and adapters read either. */
export function overwriteHeader({ headers, rawHeaders }: IncomingMessage, name: string, value?: string): void {
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
    if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2)
  if (value === undefined) {
    delete headers[name]
    return
  }
  headers[name] = value
  rawHeaders.push(name, value)
}
