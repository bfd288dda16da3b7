import { existsSync, readFileSync } from 'node:fs'

/** Written after the build (packages/http/scripts/pack.ts); in development all pages are rendered for each request. */
const FILE = '.next/inline-scripts.json'

let hashes: Record<string, readonly string[]> | undefined

/** What a Content-Security-Policy calls the scripts inside a page that the build made; undefined: the page has no such. */
export function scriptHashesOf(path: string): readonly string[] | undefined {
  hashes ??= existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, readonly string[]>) : {} // our build's
  return Object.hasOwn(hashes, path) ? hashes[path] : undefined
}
