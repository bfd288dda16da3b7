import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from './contract.ts'
import { buildDocument } from './openapi.ts'
import { operation } from './shared/operation.ts'

const oldNote = operation({
  name: 'oldNote',
  method: 'get',
  path: '/api/v1/old',
  tag: 'Health',
  summary: 's',
  description: 'd',
  access: 'public',
  reply: z.object({}),
  errors: [],
  cache: { maxAgeS: 5 },
  deprecated: {
    since: '2027-01-01T00:00:00Z',
    sunset: '2027-07-01T00:00:00Z',
    link: 'https://api.salama.test/changes',
  },
  examples: { reply: {} },
})
const headersOf = (response: unknown) => Object.keys(z.object({ headers: z.looseObject({}) }).parse(response).headers)

test('what is going away is marked, with the headers that say when', () => {
  const old = buildDocument('/', [oldNote]).paths?.['/api/v1/old']?.get
  expect(old?.deprecated).toBe(true)
  for (const status of ['200', '304', '429'])
    expect(headersOf(old?.responses?.[status])).toEqual(expect.arrayContaining(['Deprecation', 'Link', 'Sunset']))
})

test('every operation says its limits, and every reply that can be kept its tag', () => {
  const { paths } = buildDocument('/')
  for (const op of operations) {
    const responses = paths?.[op.path]?.[op.method]?.responses ?? {}
    expect(headersOf(responses['429'])).toEqual(
      expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'Retry-After']),
    )
    for (const response of Object.values(responses)) expect(headersOf(response)).toContain('X-Request-Id')
    expect('304' in responses).toBe(op.cache !== 'no-store')
    if (op.cache !== 'no-store') expect(headersOf(responses['200'])).toContain('ETag')
  }
})

test('every parameter says what it is', () => {
  const { paths = {} } = buildDocument('/')
  const parameters = operations.flatMap((op) =>
    z
      .array(z.object({ name: z.string(), description: z.string().optional(), schema: z.looseObject({}) }))
      .parse(paths[op.path]?.[op.method]?.parameters ?? [])
      .map(({ name, description, schema }) => ({ of: `${op.name} ${name}`, says: description ?? schema.description })),
  )
  expect(parameters.length).toBeGreaterThan(100)
  expect(parameters.filter(({ says }) => says === undefined).map(({ of }) => of)).toEqual([])
})

test('no two shapes have one name, of which the document would show only the last', async () => {
  const named = new Map<string, Set<unknown>>()
  for (const file of globSync('*/**/*contract.ts', { cwd: import.meta.dirname })) {
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ `${import.meta.dirname}/${file}`)
    for (const shape of Object.values(exported)) {
      const id = shape instanceof z.ZodType ? shape.meta()?.id : undefined
      if (id !== undefined) named.set(id, (named.get(id) ?? new Set()).add(shape))
    }
  }
  expect(named.size).toBeGreaterThan(40)
  expect([...named].filter(([, shapes]) => shapes.size > 1).map(([id]) => id)).toEqual([])
})
