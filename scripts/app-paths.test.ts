import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inApp, type Operation } from '@salama/domain/shared'
import { expect, test } from 'vitest'
import { SERVER_FUNCTIONS } from '../packages/domain/src/machinery/test/server-functions.ts'
import { APPS } from '../packages/processes/src/secrets.mjs'

// `call` (packages/http/src/call.ts) derives the URL of an operation from its path. If an app served it elsewhere,
// requests would type-check and return 404.

const ROOT = join(import.meta.dirname, '..')
const contracts = globSync('packages/domain/src/**/*contract.ts', { cwd: ROOT })
const routes = globSync('apps/*/app/api/**/route.ts', { cwd: ROOT }).filter((file) => !file.includes('/api/v1/'))

/** The operations that a route file serves, by their names in its source. */
const served = (file: string) =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/route\(\{([^}]*)\}\)/g)].flatMap(([, handlers = '']) =>
    [...handlers.matchAll(/([A-Z]+): (\w+)/g)].map(([, method = '', name = '']) => ({ method, name })),
  )
const urlOf = (file: string) =>
  file
    .replace(/^apps\/\w+\/app/, '')
    .replace(/\/route\.ts$/, '')
    .replace(/\[(\w+)\]/g, '{$1}')
/** The path as in the type `AppPath`. */
const appPath = (path: string) => path.replace(/^\/api\/v1\/(?:(?:admin|learning|surveyor)\/)?/, '/api/')

async function readOperations(): Promise<Map<string, Operation>> {
  const operations = new Map<string, Operation>()
  for (const file of contracts)
    for (const [name, value] of Object.entries<Operation>(await import(join(ROOT, file)))) operations.set(name, value)
  return operations
}

test('serves each operation of an app at its path, without the version and the area, or where the operation says', async () => {
  const operations = await readOperations()
  const all = routes.flatMap((file) => served(file).map((each) => ({ ...each, url: urlOf(file) })))
  expect(all.length).toBeGreaterThan(70)
  for (const { method, name, url } of all) {
    const op = operations.get(name)
    const { path = '', method: declared = '' } = op ? inApp(op) : {}
    expect([name, method, url]).toEqual([name, declared.toUpperCase(), appPath(path)])
  }
})

test.each(APPS)('the role of %s may execute what it serves to callers who are no users', async (app) => {
  const operations = await readOperations()
  const files = globSync(`apps/${app}/app/api/**/route.ts`, { cwd: ROOT })
  const granted: string[] = SERVER_FUNCTIONS[app]
  for (const { name } of files.flatMap(served)) {
    const op = operations.get(name)
    const access = op && (app === 'api' ? op : inApp(op)).access
    const isOfPhones = access === 'device' && granted.includes('register_device')
    const isOpen = access === 'public' || isOfPhones || (typeof access === 'object' && 'scope' in access)
    if (op?.rpc !== undefined && isOpen) expect(granted, name).toContain(op.rpc)
  }
})
