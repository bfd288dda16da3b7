import { expect, test } from 'vitest'
import { ApiError, createClient, list } from './index.ts'

const PAGES: Record<string, object> = {
  '': { data: [{ name: 'Koja' }, { name: 'Odeon' }], page: { nextCursor: 'b' } },
  b: { data: [], page: { nextCursor: 'c' } },
  c: { data: [{ name: 'Kencom' }], page: { nextCursor: null } },
}

function serviceOf(pages: Record<string, object>) {
  const asked: string[] = []
  const fetch = async ({ url }: Request) => {
    asked.push(new URL(url).search)
    const page = pages[new URL(url).searchParams.get('cursor') ?? '']
    if (page) return Response.json(page)
    const problem = { type: '', title: 'No.', status: 403, code: 'scope_missing', instance: '', requestId: 'r1' }
    return Response.json(problem, { status: 403, headers: { 'content-type': 'application/problem+json' } })
  }
  return { asked, api: createClient({ baseUrl: 'http://salama.test', fetch }) }
}

test('reads a list to its end with the same parameters', async () => {
  const { api, asked } = serviceOf(PAGES)
  const names: string[] = []
  for await (const stop of list(api, '/api/v1/stops', { params: { query: { q: 'ko' } } })) names.push(stop.name)
  expect(names).toEqual(['Koja', 'Odeon', 'Kencom'])
  expect(asked).toEqual(['?q=ko', '?q=ko&cursor=b', '?q=ko&cursor=c'])
})

test('asks for no page that nobody reads', async () => {
  const { api, asked } = serviceOf(PAGES)
  for await (const _ of list(api, '/api/v1/routes')) break
  expect(asked).toEqual([''])
})

test('throws the problem of a page that is refused', async () => {
  const { api } = serviceOf({})
  const error = await list(api, '/api/v1/stops')
    .next()
    .catch((thrown: unknown) => thrown)
  expect(error instanceof ApiError && [error.problem.code, error.message]).toEqual([
    'scope_missing',
    'scope_missing: No. (request r1)',
  ])
})
