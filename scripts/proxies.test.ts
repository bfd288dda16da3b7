import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Which addresses an app's proxy runs before. Those that it misses have no security headers and an old session.

const ROOT = join(import.meta.dirname, '..')
const proxies = globSync('apps/*/proxy.ts', { cwd: ROOT })

/** As Next has it, which reads the matcher without running the file. Without named parts it is a regular expression. */
function runsBefore(file: string): (path: string) => boolean {
  const [, written] = /matcher: \['(.+)'\]/.exec(readFileSync(join(ROOT, file), 'utf8')) ?? []
  if (written === undefined) throw new Error(`${file} has no matcher of one pattern`)
  const pattern = new RegExp(`^${written.replaceAll('\\\\', '\\')}$`)
  return (path) => pattern.test(path)
}

test('all five apps have a proxy', () => expect(proxies).toHaveLength(5))

test.each(proxies)('%s runs before every page, also before one with a dot in its address', (file) => {
  const runs = runsBefore(file)
  for (const path of ['/', '/en', '/en/account', '/en/v/KDA.123A', '/sw/keys/a.b', '/en/x.y/z', '/api/api-keys/a.b'])
    expect([path, runs(path)]).toEqual([path, true])
})

test.each(proxies)('%s leaves files alone', (file) => {
  const runs = runsBefore(file)
  for (const path of ['/icon.svg', '/favicon.ico', '/vendor/a.js', '/_next/static/chunks/a.b.js'])
    expect([path, runs(path)]).toEqual([path, false])
})
