import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { NextRequest } from 'next/server'
import { expect, test, vi } from 'vitest'
import { operations } from '../packages/domain/src/contract.ts'
import type { Operation } from '../packages/domain/src/shared/operation.ts'

// Every page and every read of an app is either for shared caches, and then the same for everyone and without a cookie,
// or it is not.

const ROOT = join(import.meta.dirname, '..')
for (const [name, value] of Object.entries({
  APP_URL: 'http://localhost:3001',
  APP_NAME: 'rider',
  SESSION_SECRET: 's'.repeat(40),
  SUPABASE_URL: 'http://127.0.0.1:9',
  SUPABASE_PUBLISHABLE_KEY: 'p',
}))
  vi.stubEnv(name, value)

/** What makes a page depend on more than its URL. */
const PERSONAL = /\b(?:getCaller|getSignedIn|requireCaller|getPerson|readSavedForm|cookies)\b/

/** The files of an app that a page is made of, itself first. */
function sourcesOf(app: string, file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from '((?:@|\.{1,2})\/[^']+)'/g)) {
    const found = path.startsWith('@/') ? join(ROOT, 'apps', app, 'src', path.slice(2)) : join(dirname(file), path)
    if (existsSync(found)) sourcesOf(app, found, seen)
  }
  return seen
}

const pages = globSync('apps/*/app/**/page.tsx', { cwd: ROOT })
  .filter((file) => file.includes('[locale]'))
  .map((file) => {
    const [, app = ''] = file.split('/')
    const path = dirname(file)
      .replace(/^.*\[locale\]/, '')
      .replace(/\/\([^)]+\)/g, '')
    return { app, file, path, url: path.replace(/\[[^\]]+\]/g, 'x') }
  })

test('knows all pages', () => expect(pages.length).toBeGreaterThan(60))

test.each(pages)('$file is public without a cookie, or not for shared caches', async ({ app, file, url }) => {
  const { proxy } = await import(join(ROOT, 'apps', app, 'proxy.ts'))
  for (const headers of [{ 'accept-language': 'sw' }, { cookie: 'NEXT_LOCALE=sw; other=1' }, {}]) {
    const { headers: sent }: Response = await proxy(new NextRequest(`http://localhost:3001/en${url}`, { headers }))
    const cacheControl = sent.get('cache-control') ?? 'Next decides'
    expect(cacheControl).toMatch(/^(Next decides|private, no-store|public, max-age=0, s-maxage=\d+, stale-)/)
    if (!cacheControl.startsWith('public')) continue
    expect(sent.get('set-cookie')).toBeNull()
    const personal = [...sourcesOf(app, join(ROOT, file))].filter((each) => PERSONAL.test(readFileSync(each, 'utf8')))
    expect(personal).toEqual([])
  }
})

test('shares the pages that people pass on', async () => {
  const { isPublicPage } = await import('../apps/rider/src/public-pages.ts')
  const shared = pages.filter(({ app, url }) => app === 'rider' && isPublicPage(url)).map(({ path }) => path)
  expect(shared.toSorted()).toEqual(
    expect.arrayContaining(['/corridors', '/corridors/[slug]', '/routes/[slug]', '/saccos/[slug]', '/v/[code]']),
  )
})

const all = new Map<string, Operation>()
for (const file of globSync('packages/domain/src/**/*contract.ts', { cwd: ROOT }))
  for (const [name, value] of Object.entries<Partial<Operation>>(await import(join(ROOT, file))))
    if (value.name && value.access) all.set(name, value as Operation) // only an operation has these members
const shared = new Map([...all].filter(([, { isShared }]) => isShared))

test('shares reads only that are open to everyone in an app, from routes that set no cookie', () => {
  expect([...shared.keys()].toSorted()).toEqual(['getCorridorMap', 'listFeedCredits', 'listMainStages'])
  for (const { access, method, cache, query } of shared.values()) {
    // Their URLs are in the logs of whoever runs the cache: none says where somebody is or what they look for.
    expect(
      Object.keys(query?.shape ?? {}).filter((name) => ['lat', 'lng', 'q', 'identifier', 'plate'].includes(name)),
    ).toEqual([])
    expect(access === 'public' || (typeof access === 'object' && 'scope' in access)).toBe(true)
    expect([method, typeof cache]).toEqual(['get', 'object'])
  }
  for (const file of globSync('apps/*/app/**/route.ts', { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    const names = [...text.matchAll(/GET: (\w+)/g)].flatMap(([, name = '']) => (shared.has(name) ? [name] : []))
    if (names.length > 0) expect([file, /with(?:Device|Account|Form)/.test(text)]).toEqual([file, false])
  }
})

test('asks for the place or the vehicle of a report in a body, which no log of URLs has', () => {
  const ownPath = [...all.values()].filter(({ method, path }) => method === 'get' && !path.startsWith('/api/v1/'))
  expect(ownPath.length).toBeGreaterThan(10)
  const told = ({ query }: Operation) => ['lat', 'lng', 'vehicle'].filter((name) => name in (query?.shape ?? {}))
  // Stages near a place that is rounded before it is sent (packages/ui/src/stages/search-stages.ts).
  expect(ownPath.filter((op) => told(op).length > 0).map(({ name }) => name)).toEqual(['searchPointsOfInterest'])
})

test('keeps the API for its callers', () => {
  const open = operations.filter(({ access, cache }) => access === 'public' && cache !== 'no-store')
  expect(open.map(({ name }) => name)).toEqual([])
})
