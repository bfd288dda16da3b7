import type { IncomingMessage } from 'node:http'

/** Makes the request's URL decodable (a stray percent sign: `%25`), or Next would answer with a bare 500 or 400. */
export function normalizeUrl(request: IncomingMessage): void {
  request.url = decodableUrl(request.url ?? '/')
}

/** A URL whose path can be decoded. In the query, invalid escapes are read literally. */
export function decodableUrl(url: string): string {
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split('?')
  const strays = path.replace(/%(?![0-9a-f]{2})/gi, '%25')
  const decodable = isDecodable(strays) ? strays : path.replaceAll('%', '%25')
  return [decodable, ...query].join('?')
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
