import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ROOT } from '../../packages/processes/src/processes.mjs'

/** The hash by which Turborepo knows a build, with the city of a folder. */
async function hashIn(folder: string): Promise<string> {
  vi.stubEnv('CITY', folder)
  vi.resetModules()
  const { build } = await import('./prepare.mjs')
  const lines: string[] = []
  await build(undefined, (line) => lines.push(line), ['--dry=json', '--only', '--filter=@salama/basemap'])
  const { tasks } = JSON.parse(lines.slice(lines.indexOf('{')).join('\n'))
  return tasks[0].hash
}

test('a build of other settings of a city outside the clone is another one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'salama-city-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const settings = join(folder, 'city.json')
  cpSync(join(ROOT, 'cities/nairobi/city.json'), settings)
  const before = await hashIn(folder)
  expect(await hashIn(folder)).toBe(before)
  writeFileSync(settings, readFileSync(settings, 'utf8').replace('"zoom": 12', '"zoom": 11'))
  expect(await hashIn(folder)).not.toBe(before)
})

test('no page is kept that a build before rendered', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'salama-built-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const server = join(folder, 'apps/rider/.next/server')
  for (const name of ['app', 'route-cache/APP_PAGE']) mkdirSync(join(server, name), { recursive: true })
  const { forgetRendered } = await import('./prepare.mjs')
  forgetRendered(folder)
  expect(['app', 'route-cache'].map((name) => existsSync(join(server, name)))).toEqual([true, false])
})
