import { randomUUID } from 'node:crypto'
import { operations } from '@salama/domain/contract'
import { seedStory } from '@salama/local-supabase/story'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Api, type CallOptions, openApi } from './api.ts'
import { type Known, knownIds, type Operation, paramsOf, urlOf } from './call-operation.ts'
import { type CallerName, credentials, expiredToken, verdict } from './callers.ts'

// An empty list says that there is nothing. So what cannot match because it is wrong is refused: a box in the wrong
// order, a filter by what does not exist, a text without a letter, an address of nothing.

const reads = operations.filter(({ method }) => method === 'get')
/** Each parameter of a read, with a value that it may not have. */
const filters = (wrong: (name: string, op: Operation) => readonly string[]) =>
  reads.flatMap((op) =>
    Object.keys(op.query?.shape ?? {}).flatMap((name) =>
      wrong(name, op).map((value) => [op.name, name, value, op] as const),
    ),
  )

let api: Api
let known: Known
let send: (op: Operation, caller: CallerName) => CallOptions
beforeAll(async () => {
  api = await openApi({ isCompared: true })
  await seedStory(api.stack)
  send = await credentials(api, await expiredToken(api))
  known = await knownIds(api.stack)
})
afterAll(() => api.close())

async function ask(op: Operation, query: Record<string, unknown>, params = paramsOf(op, known)) {
  const reader = (['a rider', 'a surveyor', 'an admin'] as const).find((each) => verdict(op, each) === 'allowed')
  const needed = Object.entries(op.examples.query ?? {}).filter(
    ([name]) => !op.query?.shape[name]?.safeParse(undefined).success,
  )
  return api.call('GET', urlOf(op, params, { ...Object.fromEntries(needed), ...query }), send(op, reader ?? 'nobody'))
}
const isRefused = async (response: Response, path: string) => {
  const { errors } = await response.json()
  expect([response.status, errors?.[0]?.path]).toEqual([422, path])
}

const BOXES = ['36.85,-1.30,36.80,-1.26', '36.80,-1.26,36.85,-1.30', '36.80,-1.30,36.80,-1.26', '1,2,3', '']
test.each(filters((name) => (name === 'bbox' ? BOXES : [])))('%s refuses %s=%s', async (_, name, box, op) => {
  await isRefused(await ask(op, { [name]: box }), name)
})

test.each(filters((name) => (name === 'q' ? ['', '   ', '…', '-'] : [])))(
  '%s refuses %s=“%s”',
  async (_, name, q, op) => {
    await isRefused(await ask(op, { [name]: q }), name)
  },
)

/** An unknown id is refused, or its description says that it matches nothing: an audit log is of what is gone, too. */
const says = (op: Operation, name: string) => op.query?.shape[name]?.meta()?.description?.includes('matches nothing')
test.each(filters((name) => (name.endsWith('Id') ? [randomUUID()] : [])))(
  '%s refuses an unknown %s',
  async (_, name, id, op) => {
    const response = await ask(op, { [name]: id })
    if (says(op, name)) expect(response.status).toBe(200)
    else await isRefused(response, name)
  },
)

/** A value of a fixed list. */
const isChosen = (name: string, op: Operation) =>
  !says(op, name) &&
  (op.examples.query?.[name] !== undefined || !op.query?.shape[name]?.safeParse('no-such-value').success)
test.each(filters((name, op) => (isChosen(name, op) && !['q', 'bbox'].includes(name) ? ['no-such-value'] : [])))(
  '%s refuses %s=%s',
  async (_, name, value, op) => {
    await isRefused(await ask(op, { [name]: value }), name)
  },
)

test.each(reads.filter(({ params }) => params !== undefined).map((op) => [op.name, op] as const))(
  '%s answers 404 for an unknown address',
  async (_, op) => {
    const wrong = (shape: z.ZodType) => (shape.safeParse('9').success ? '9' : randomUUID())
    const unknown = Object.fromEntries(
      Object.entries(op.params?.shape ?? {}).map(([name, shape]) => [name, wrong(shape)]),
    )
    expect((await ask(op, {}, unknown)).status).toBe(404)
  },
)
