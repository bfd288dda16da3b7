import { NextRequest } from 'next/server'
import { beforeEach, expect, test, vi } from 'vitest'

const URL_OF_TILES = 'https://tiles.example/{z}/{x}/{y}.png'
const routing = { locales: ['en', 'sw'], defaultLocale: 'en' } as const

/** What the app answers that was started with these settings. */
async function ask(path: string, settings: Record<string, string>) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const { createProxy } = await import('./proxy.ts')
  const proxy = createProxy({ routing, isPrivate: () => false })
  return proxy(new NextRequest(`http://localhost:3003${path}`))
}
beforeEach(() => {
  vi.resetModules() // settings are read once
  vi.unstubAllEnvs()
})

test('without a setting there is no ground, and pages may load from nobody else', async () => {
  expect(await (await ask('/api/map-tiles', {})).json()).toBeNull()
  expect((await ask('/en', {})).headers.get('content-security-policy')).not.toContain('http')
})

test('where one is set pages learn it, and may load pictures from that host and from no other', async () => {
  const settings = { MAP_TILES_URL: URL_OF_TILES, MAP_TILES_ATTRIBUTION: 'Example' }
  expect(await (await ask('/api/map-tiles', settings)).json()).toEqual({ url: URL_OF_TILES, attribution: 'Example' })
  const policy = (await ask('/en', settings)).headers.get('content-security-policy')?.split('; ') ?? []
  expect(policy.filter((rule) => rule.includes('tiles.example'))).toEqual([
    "img-src 'self' data: blob: https://tiles.example",
    "connect-src 'self' https://tiles.example",
  ])
})

test('an address without places for its numbers is refused when the app starts', async () => {
  await expect(ask('/en', { MAP_TILES_URL: 'https://tiles.example/map.png' })).rejects.toThrow('needs {z}, {x} and {y}')
})
