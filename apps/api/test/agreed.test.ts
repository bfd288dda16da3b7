import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '@salama/domain/contract'
import { SCOPES } from '@salama/domain/shared'
import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operation } from './call-operation.ts'
import { documented } from './document.ts'

// Compares docs/contract.md, the agreed list, with the operations.

const ROOT = join(import.meta.dirname, '../../..')
const agreed = readFileSync(join(ROOT, 'docs/contract.md'), 'utf8')

/** The rows of the table under a heading, cell by cell. */
function tableUnder(heading: string): string[][] {
  const section = agreed.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('|---'))
  return rows.slice(1).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const accessInWords = ({ access }: Operation) => {
  if (access === 'public') return 'public'
  if (typeof access === 'string') return access === 'user' ? 'bearer token' : 'a phone with one of our apps'
  return 'role' in access ? `bearer token, role ${access.role}` : 'bearer token or API key'
}

/** As the document has it: with the scope that a key needs. */
function securityOf({ access }: Pick<Operation, 'access'>): unknown {
  if (access === 'public') return []
  return typeof access === 'object' && 'scope' in access
    ? [{ bearerAuth: [] }, { apiKeyAuth: [access.scope] }]
    : [{ bearerAuth: [] }]
}

const endpoints = tableUnder('Endpoints')

test('lists the 27 agreed endpoints', () => {
  expect(endpoints).toHaveLength(27)
})

test.each(endpoints)('%s %s exists with access: %s', (method, path, access) => {
  const op = operations.find((each) => each.path === path && each.method === method?.toLowerCase())
  expect(op && accessInWords(op)).toBe(access)
  const published = documented.get(`${method?.toLowerCase()} ${path}`)
  expect(published?.security).toEqual(op && securityOf(op))
})

test('requires the role for surveyor and admin paths, and limits API keys to reads in their scopes', () => {
  for (const op of operations) {
    const prefix = /^\/api\/v1\/(surveyor|admin)\//.exec(op.path)?.[1]
    if (prefix !== undefined) expect([op.name, accessInWords(op)]).toEqual([op.name, `bearer token, role ${prefix}`])
    if (typeof op.access === 'object' && 'scope' in op.access) {
      expect([op.name, op.method]).toEqual([op.name, 'get'])
      expect(SCOPES).toContain(op.access.scope)
    }
  }
})

const appRoutes = new Set(
  globSync('apps/{rider,surveyor,learning,admin}/app/**/route.ts', { cwd: ROOT }).map((file) =>
    file.replace(/^apps\/\w+\/app/, '').replace(/\/route\.ts$/, ''),
  ),
)
const ofApps = tableUnder('Routes of the apps').flatMap(([method, path = '']) =>
  path.endsWith('/session/*')
    ? ['start', 'touch', 'end'].map((step) => [method, path.replace('*', step)] as const)
    : [[method, path] as const],
)

test.each(ofApps)('%s %s is a route of an app', (_, path) => {
  expect(appRoutes).toContain(path.replace(/\{(\w+)\}/g, '[$1]'))
})

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
afterAll(() => db.close())

const names = tableUnder('Backing operations').flatMap(([, cell = '']) => cell.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? [])

test.each(names.map((name) => [name]))(
  '%s is a function of schema api that a signed-in person may call',
  async (name) => {
    const found = await db.sql(
      `select bool_or(has_function_privilege('authenticated', oid, 'execute')) as may from pg_proc
      where pronamespace = 'api'::regnamespace and proname = $1`,
      [name],
    )
    expect(found).toEqual([{ may: true }])
  },
)

test('can read every created resource at its Location', () => {
  const readable = new Set(
    operations.filter((op) => op.method === 'get').map((op) => op.path.replace(/\{\w+\}/g, '{id}')),
  )
  const lost = operations
    .filter((op) => op.status === 201 && op.location !== null)
    .filter((op) => !readable.has((op.location ?? `${op.path}/{id}`).replace(/\{\w+\}/g, '{id}')))
    .map((op) => op.name)
  expect(lost).toEqual([])
})
