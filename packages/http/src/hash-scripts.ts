import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Where the build's pages are in an app's folder, and the hashes of their scripts (packages/session/src/script-hashes.ts). */
const PAGES_FOLDER = '.next/server/app'
const HASHES_FILE = '.next/inline-scripts.json'

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/**
 * Writes the hashes of the scripts inside the pages that the build made, by their paths: there was no request, whose
 * nonce these scripts could carry.
 * @returns how many pages there are
 */
export async function hashScripts(dir: string): Promise<number> {
  const hashes: Record<string, string[]> = {}
  const cwd = join(dir, PAGES_FOLDER)
  for await (const entry of glob('**/*.html', { cwd, withFileTypes: true })) {
    if (!entry.isFile()) continue // a route may be called time.html
    const path = join(entry.parentPath, entry.name)
    const file = relative(cwd, path)
    const html = await readFile(path, 'utf8')
    const scripts = [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script)
    hashes[`/${file.replace(/\.html$/, '')}`] = [...new Set(scripts)].map(
      (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    )
  }
  await writeFile(join(dir, HASHES_FILE), JSON.stringify(hashes))
  return Object.keys(hashes).length
}
