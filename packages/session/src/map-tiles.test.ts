import { NextRequest } from 'next/server'
import { beforeEach, expect, test, vi } from 'vitest'

const URL_OF_TILES = 'https://tiles.example/{z}/{x}/{y}.png'
const routing = { locales: ['en', 'sw'], defaultLocale: 'en' } as const

/** The response of an app with these settings. */
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

test('has no base map and allows no other origin without a setting', async () => {
  expect(await (await ask('/api/map-tiles', {})).json()).toBeNull()
  expect((await ask('/en', {})).headers.get('content-security-policy')).not.toContain('http')
})

test('allows images from the configured tile host only', async () => {
  const settings = { MAP_TILES_URL: URL_OF_TILES, MAP_TILES_ATTRIBUTION: 'Example' }
  expect(await (await ask('/api/map-tiles', settings)).json()).toEqual({ url: URL_OF_TILES, attribution: 'Example' })
  const policy = (await ask('/en', settings)).headers.get('content-security-policy')?.split('; ') ?? []
  expect(policy.filter((rule) => rule.includes('tiles.example'))).toEqual([
    "img-src 'self' data: blob: https://tiles.example",
    "connect-src 'self' https://tiles.example",
  ])
})

test('rejects a tile URL without placeholders at startup', async () => {
  await expect(ask('/en', { MAP_TILES_URL: 'https://tiles.example/map.png' })).rejects.toThrow('needs {z}, {x} and {y}')
})
