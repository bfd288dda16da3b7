import { operations } from '@salama/domain/contract'
import { buildDocument } from '@salama/domain/openapi'
import type { RouteHandlers } from '@salama/http'
import { expect, test } from 'vitest'
import { routeFiles } from './api.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const files = Object.entries(routeFiles())

test.each(files)('%s exports all methods, and the operations that it carries are its own', async (path, file) => {
  const handlers: RouteHandlers = await import(file)
  expect(Object.keys(handlers).toSorted()).toEqual(METHODS.toSorted())
  for (const [method, { operation }] of Object.entries(handlers)) {
    if (operation === undefined) continue
    expect(operation.path).toBe(path)
    expect(operation.method).toBe(method === 'HEAD' ? 'get' : method.toLowerCase())
  }
})

test('every operation has exactly one route, and every route an operation', async () => {
  const served: string[] = []
  for (const [, file] of files) {
    const handlers: RouteHandlers = await import(file)
    for (const [method, { operation }] of Object.entries(handlers))
      if (operation !== undefined && method !== 'HEAD') served.push(operation.name)
  }
  expect(served.toSorted()).toEqual(operations.map((op) => op.name).toSorted())
})

test('a route is a line, not a program', async () => {
  const { readFileSync } = await import('node:fs')
  for (const [, file] of files) expect(readFileSync(file, 'utf8').trim().split('\n').length).toBeLessThanOrEqual(10)
})

test('the published document lists what is served, with an example that its own shapes accept', () => {
  const { paths } = buildDocument('/')
  for (const op of operations) {
    expect(paths?.[op.path]?.[op.method]?.operationId).toBe(op.name)
    expect(op.reply.safeParse(op.examples.reply).error).toBeUndefined()
    expect(op.body?.safeParse(op.examples.body).error).toBeUndefined()
    const query = Object.fromEntries(Object.entries(op.examples.query ?? {}).map(([k, v]) => [k, String(v)]))
    expect(op.query?.safeParse(query).error).toBeUndefined()
  }
})
