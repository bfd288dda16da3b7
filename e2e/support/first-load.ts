import { globSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { ROOT } from '../../packages/processes/src/processes.mjs'

/** The size of a script as a browser receives it. A small one is sent as it is. */
async function packedBytes(url: string): Promise<number> {
  const { coding, bytes } = await load(url)
  if (coding !== 'br' && bytes >= 1_024) throw new Error(`${url} is not sent with brotli but ${coding}`)
  return bytes
}

const load = (url: string) =>
  new Promise<{ coding: string | undefined; bytes: number }>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, async (reply) => {
      const bytes = Buffer.concat(await reply.toArray()).length
      if (reply.statusCode === 200) resolve({ coding: reply.headers['content-encoding'], bytes })
      else reject(new Error(`${url} answered ${reply.statusCode}`))
    }).on('error', reject)
  })

/** Limit for the JavaScript of the rider app's first page, without the map. The settings of the city are 0.7 kB of it. */
export const MAX_FIRST_LOAD_BYTES = 151_000

/** Bytes of JavaScript that a page loads before any interaction, compressed as browsers receive it. */
export async function firstLoadBytes(page: string): Promise<number> {
  const html = await (await fetch(page)).text()
  const scripts = [...html.matchAll(/<script\b[^>]*>/gi)]
    .map(([tag]) => tag)
    .filter((tag) => !/\bnomodule\b/i.test(tag)) // for browsers of before 2018, and only fetched by them
    .flatMap((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? [])
  if (scripts.length === 0) throw new Error(`${page} has no scripts: look at what it sends now`)
  const sizes = await Promise.all([...new Set(scripts)].map((src) => packedBytes(new URL(src, page).href)))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

/** Bytes of a page's document, not compressed: what the server writes and the phone reads. */
export const documentBytes = async (page: string) => (await (await fetch(page)).arrayBuffer()).byteLength

/** The built scripts of all apps for browsers, and those with the validation library, which only servers need. */
export function scriptsOfBuilds() {
  const all = globSync('apps/*/.next/static/chunks/**/*.js', { cwd: ROOT })
  return { all, validating: all.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('ZodError')) }
}
