import { get } from 'node:http'

/** A URL's response body, compressed as sent. */
const packed = (url: string) =>
  new Promise<{ bytes: number; text: () => string }>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (reply) => {
      const pieces: Buffer[] = []
      reply.on('data', (piece: Buffer) => pieces.push(piece))
      reply.on('error', reject)
      reply.on('end', () => {
        const whole = Buffer.concat(pieces)
        if (reply.statusCode !== 200) return reject(new Error(`${url} answered ${reply.statusCode}`))
        resolve({ bytes: whole.length, text: () => whole.toString('utf8') })
      })
    }).on('error', reject)
  })

/** Bytes of JavaScript (gzip) that a page loads before any interaction. */
export async function firstLoadBytes(page: string): Promise<number> {
  const html = await (await fetch(page)).text()
  const scripts = [...html.matchAll(/<script\b[^>]*>/gi)]
    .map(([tag]) => tag)
    .filter((tag) => !/\bnomodule\b/i.test(tag)) // for browsers of before 2018, and only fetched by them
    .flatMap((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? [])
  if (scripts.length === 0) throw new Error(`${page} has no scripts: look at what it sends now`)
  const sizes = await Promise.all([...new Set(scripts)].map((src) => packed(new URL(src, page).href)))
  return sizes.reduce((sum, { bytes }) => sum + bytes, 0)
}
