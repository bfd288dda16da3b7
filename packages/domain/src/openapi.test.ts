import { globSync, readFileSync } from 'node:fs'
import vm from 'node:vm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from './contract.ts'
import { buildDocument } from './openapi.ts'
import { type Operation, operation } from './shared/operation.ts'

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
type Document = ReturnType<typeof buildDocument>
type Response = { $ref?: string; headers?: object }

/** A reply of the document, inline or from the components. */
const responsesOf = (document: Document, path: string, method: Operation['method']) =>
  Object.fromEntries(
    Object.entries<Response>(document.paths?.[path]?.[method]?.responses ?? {}).map(([status, response]) => [
      status,
      response.$ref ? document.components?.responses?.[response.$ref.split('/').at(-1) ?? ''] : response,
    ]),
  )
const headersOf = (response: unknown) => Object.keys(z.object({ headers: z.looseObject({}) }).parse(response).headers)

test('marks deprecated operations, and documents their headers', () => {
  const document = buildDocument('/', [oldNote])
  expect(document.paths?.['/api/v1/old']?.get?.deprecated).toBe(true)
  const responses = responsesOf(document, '/api/v1/old', 'get')
  for (const status of ['200', '304', '429'])
    expect(headersOf(responses[status])).toEqual(expect.arrayContaining(['Deprecation', 'Link', 'Sunset']))
})

test('documents the limits of every operation, and the ETag of every cacheable reply', () => {
  const document = buildDocument('/')
  for (const op of operations) {
    const responses = responsesOf(document, op.path, op.method)
    expect(headersOf(responses['429'])).toEqual(
      expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'Retry-After']),
    )
    for (const response of Object.values(responses)) expect(headersOf(response)).toContain('X-Request-Id')
    expect('304' in responses).toBe(op.cache !== 'no-store')
    if (op.cache !== 'no-store') expect(headersOf(responses['200'])).toContain('ETag')
  }
})

test('describes every parameter', () => {
  const { paths = {}, components } = buildDocument('/')
  const Parameter = z.object({ name: z.string(), description: z.string().optional(), schema: z.looseObject({}) })
  const inline = operations.flatMap((op) => paths[op.path]?.[op.method]?.parameters ?? [])
  const parameters = [...inline.filter((each) => !('$ref' in each)), ...Object.values(components?.parameters ?? {})]
    .map((each) => Parameter.parse(each))
    .map(({ name, description, schema }) => ({ of: name, says: description ?? schema.description }))
  expect(inline.length).toBeGreaterThan(100)
  expect(parameters.length).toBeGreaterThan(50)
  expect(parameters.filter(({ says }) => says === undefined).map(({ of }) => of)).toEqual([])
})

/** The names of what has no description of its own and refers to nothing that has one. */
function undescribed(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { type, properties }: { type?: unknown; properties?: object } = value
  // GeoJSON has a property of that name.
  const described = typeof type === 'object' && !Array.isArray(type) ? {} : properties
  const silent = Object.entries(described ?? {}).filter(([, schema]) => !schema.description && !schema.$ref)
  const inner = Object.entries(value).filter(([member]) => !/^(examples?|x-codeSamples)$/.test(member))
  return [...silent.map(([name]) => name), ...inner.flatMap(([, each]) => undescribed(each))]
}

test('describes every property and every named shape', () => {
  const { paths = {}, components } = buildDocument('/')
  expect([...new Set(undescribed({ paths, components }))]).toEqual([])
  const silent = Object.entries(components?.schemas ?? {}).filter(([, schema]) => !('description' in schema))
  expect(silent.map(([name]) => name)).toEqual([])
})

test('shows each operation in curl, JavaScript and Python, with the credential that it takes', () => {
  const { paths = {} } = buildDocument('https://api.salama.test/')
  for (const { path, method, access } of operations) {
    const samples = z
      .array(z.object({ label: z.string(), source: z.string() }))
      .parse(Object(paths[path]?.[method])['x-codeSamples'])
    expect(samples.map(({ label }) => label)).toEqual(['curl', 'JavaScript', 'Python'])
    const credential = access === 'public' ? '' : Object(access).scope ? 'SALAMA_KEY' : 'SALAMA_TOKEN'
    for (const { source } of samples) {
      expect(source).toContain("'https://api.salama.test/api/v1/")
      expect(source).not.toMatch(/undefined|[{}]\w+}/)
      expect(/SALAMA_\w+/.exec(source)?.[0] ?? '').toBe(credential)
    }
    expect(() => new vm.Script(`async () => {${samples[1]?.source}}`)).not.toThrow()
  }
})

test('gives every schema a unique name', async () => {
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

test('hoists what operations share into components, and names every successful reply', () => {
  const document = buildDocument('https://api.salama.test/')
  expect(JSON.stringify(document).length / operations.length).toBeLessThan(6_000)
  expect(document.servers?.map(({ url }) => url)).toEqual(['https://api.salama.test'])
  const unnamed = operations.flatMap((op) =>
    Object.entries(responsesOf(document, op.path, op.method)).flatMap(([status, response]) =>
      status < '300' && !JSON.stringify(response).includes('"schema":{"$ref"') ? [`${op.name} ${status}`] : [],
    ),
  )
  // A file is text, and 204 has no body.
  expect(unnamed.filter((each) => !each.endsWith(' 204'))).toEqual([
    'streamIncidentChanges 200',
    'getServiceAlertsPb 200',
    'exportAuditLog 200',
  ])
})

test('documents that a list of values in a reply may grow', () => {
  const { components } = buildDocument('/')
  expect(components?.schemas?.Category).toMatchObject({
    description: expect.stringMatching(/More values may be added\.$/),
  })
})

test('no two shapes have one name, of which the document would describe one', () => {
  const names = globSync('packages/domain/src/**/*.ts', { exclude: (path) => path.endsWith('.test.ts') }).flatMap(
    (file) => [...readFileSync(file, 'utf8').matchAll(/\bid: '([A-Z]\w+)'(?=[^}]*\}\))/g)].map(([, name]) => name),
  )
  expect(names.length).toBeGreaterThan(200)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
