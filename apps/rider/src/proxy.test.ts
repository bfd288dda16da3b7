import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { NextRequest } from 'next/server'
import { expect, test, vi } from 'vitest'
import { config, proxy } from '../proxy.ts'

const passed = config.matcher.map((pattern) => new RegExp(`^${pattern}$`))
const app = join(import.meta.dirname, '../app')
/** The handlers outside /api and the pages, with something in place of each parameter. */
const paths = globSync('**/route.ts', { cwd: app })
  .filter((file) => !file.startsWith('api/') && !file.startsWith('[locale]/'))
  .map((file) => `/${dirname(file).replaceAll(/\[[^\]]+\]/g, 'x')}`)

test('hands every route to its handler, none to a page', async () => {
  const settings = { APP_NAME: 'rider', APP_URL: 'http://localhost:3000', SESSION_SECRET: 's'.repeat(32) }
  const auth = { SUPABASE_URL: 'http://localhost:1', SUPABASE_PUBLISHABLE_KEY: 'publishable' }
  for (const [name, value] of Object.entries({ ...settings, ...auth })) vi.stubEnv(name, value)
  expect(paths).toContain('/rate/withdraw')
  for (const path of paths.filter((each) => passed.some((pattern) => pattern.test(each)))) {
    const { headers } = await proxy(new NextRequest(`http://localhost:3000${path}`))
    expect([path, headers.get('location'), headers.get('x-middleware-next')]).toEqual([path, null, '1'])
  }
})
