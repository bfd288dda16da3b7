import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// The paths that an app's proxy matches. On others there are no security headers and the session is not refreshed.

const ROOT = join(import.meta.dirname, '..')
const proxies = globSync('apps/*/proxy.ts', { cwd: ROOT })

/**
 * Parsed like Next.js, which reads the matcher without running the file. Without named parts it is a regular
 * expression.
 */
function runsBefore(file: string): (path: string) => boolean {
  const [, written] = /matcher: \['(.+)'\]/.exec(readFileSync(join(ROOT, file), 'utf8')) ?? []
  if (written === undefined) throw new Error(`${file} has no matcher of one pattern`)
  const pattern = new RegExp(`^${written.replaceAll('\\\\', '\\')}$`)
  return (path) => pattern.test(path)
}

test('exists in all five apps', () => expect(proxies).toHaveLength(5))

test.each(proxies)('%s matches every page, also with a dot in its path', (file) => {
  const runs = runsBefore(file)
  for (const path of ['/', '/en', '/en/account', '/en/v/KDA.123A', '/sw/keys/a.b', '/en/x.y/z', '/api/api-keys/a.b'])
    expect([path, runs(path)]).toEqual([path, true])
})

test.each(proxies)('%s does not match files', (file) => {
  const runs = runsBefore(file)
  for (const path of [
    '/icon.svg',
    '/favicon.ico',
    '/vendor/a.js',
    '/_next/static/chunks/a.b.js',
    '/basemap/index.json',
  ])
    expect([path, runs(path)]).toEqual([path, false])
})
