import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test.each([
  ['where nothing else is set, that of Supabase', '', 'http://127.0.0.1:54321'],
  ['its own, which others can reach', 'https://api.salama.example.org', 'https://api.salama.example.org'],
])('shows developers the address of Auth: %s', async (_, given, shown) => {
  const env = {
    APP_NAME: 'api',
    APP_URL: 'https://api.salama.example.org',
    SESSION_SECRET: 'a secret of this test that is long enough',
    SUPABASE_URL: 'http://127.0.0.1:54321',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
    SALAMA_AUTH_URL: given,
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const { authUrl } = await import('./account-pages.ts')
  expect(authUrl().url).toBe(shown)
})
