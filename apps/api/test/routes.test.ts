import { operations } from '@salama/domain/contract'
import { buildDocument } from '@salama/domain/openapi'
import type { RouteHandlers } from '@salama/http'
import { expect, test } from 'vitest'
import { routeFiles } from '../src/http-server/routes.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const files = routeFiles()

test.each(files)('%s exports all methods, with operations of its own path only', async (path, file) => {
  const handlers: RouteHandlers = await import(file)
  expect(Object.keys(handlers).toSorted()).toEqual(METHODS.toSorted())
  for (const [method, { operation }] of Object.entries(handlers)) {
    if (operation === undefined) continue
    expect(operation.path).toBe(path)
    expect(operation.method).toBe(method === 'HEAD' ? 'get' : method.toLowerCase())
  }
})

test('has exactly one route for every operation', async () => {
  const served: string[] = []
  for (const [, file] of files) {
    const handlers: RouteHandlers = await import(file)
    for (const [method, { operation }] of Object.entries(handlers))
      if (operation !== undefined && method !== 'HEAD') served.push(operation.name)
  }
  expect(served.toSorted()).toEqual(operations.map((op) => op.name).toSorted())
})

test('keeps every route file at ten lines or fewer', async () => {
  const { readFileSync } = await import('node:fs')
  for (const [, file] of files) expect(readFileSync(file, 'utf8').trim().split('\n').length).toBeLessThanOrEqual(10)
})

test('documents every operation with examples that its schemas accept', () => {
  const { paths } = buildDocument('/')
  for (const op of operations) {
    expect(paths?.[op.path]?.[op.method]?.operationId).toBe(op.name)
    if (!op.events) expect(op.reply.safeParse(op.examples.reply).error).toBeUndefined()
    expect(op.body?.safeParse(op.examples.body).error).toBeUndefined()
    const query = Object.fromEntries(Object.entries(op.examples.query ?? {}).map(([k, v]) => [k, String(v)]))
    expect(op.query?.safeParse(query).error).toBeUndefined()
  }
})
