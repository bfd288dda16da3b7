import { globSync } from 'node:fs'
import { join } from 'node:path'
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import { expect, test } from 'vitest'

// Next's image optimizer fetches, decodes and stores whatever path of the app it is asked for. With this setting, and
// only with it, it answers 404 (next/dist/server/next-server.js).

const ROOT = join(import.meta.dirname, '..')
const configs = globSync('apps/*/next.config.ts', { cwd: ROOT })

test('is off in all five apps', async () => {
  expect(configs).toHaveLength(5)
  for (const file of configs) {
    const { default: config } = await import(join(ROOT, file))
    expect([file, config(PHASE_PRODUCTION_SERVER).images]).toEqual([file, { unoptimized: true }])
  }
})
