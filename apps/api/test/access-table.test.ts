import { operations } from '@salama/domain/contract'
import { seedStory } from '@salama/local-supabase/story'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type CallOptions, openApi } from './api.ts'
import { callOperation, endsTheCaller, type Known, knownIds, type Operation } from './call-operation.ts'
import { CALLERS, type CallerName, credentials, HALVES, type Verdict, verdict } from './callers.ts'
import { IS_ALL } from './env.ts'

let api: Api
let known: Known
let send: (op: Operation, caller: CallerName) => CallOptions
beforeAll(async () => {
  api = await openApi({ isCompared: true })
  await seedStory(api.stack)
  send = await credentials(api)
  known = await knownIds(api.stack)
})
afterAll(() => api.close())

const refusals = new Set(
  operations
    .flatMap((op) => CALLERS.map((caller) => verdict(op, caller)))
    .flatMap((it) => (it === 'allowed' ? [] : [it[1]])),
).add('role_required')

/**
 * The verdict of an operation for a caller. A caller counts as allowed when the use case itself responds: with success,
 * or with an error that only this operation declares.
 */
async function actualVerdict(op: Operation, caller: CallerName): Promise<Verdict> {
  const response = await callOperation(api, op, known, send(op, caller))
  if (response.ok) return 'allowed'
  const { code } = await response.json()
  const isOwn = op.errors.includes(code) && !refusals.has(code)
  return isOwn ? 'allowed' : [response.status, code]
}

test('covers every scope with the two keys', () => {
  const scopes = operations.flatMap(({ access }) =>
    typeof access === 'object' && 'scope' in access ? [access.scope] : [],
  )
  for (const scope of scopes) expect(HALVES.flat()).toContain(scope)
})

/**
 * All callers in `npm run test:all`. In `npm test` nobody, every one who is refused for their role or scope, and one who
 * is allowed: how else credentials can be wrong does not depend on the operation.
 */
function callersOf(op: Operation): readonly CallerName[] {
  if (IS_ALL) return CALLERS
  const known = ['a rider', 'a surveyor', 'an admin', 'a key with the scope', 'a key without the scope'] as const
  const reasonOf = (caller: CallerName) => {
    const said = verdict(op, caller)
    return said === 'allowed' ? said : said[1]
  }
  const refused = known.filter((caller) => ['role_required', 'scope_missing'].includes(reasonOf(caller)))
  const allowed = known.filter((caller) => reasonOf(caller) === 'allowed').slice(0, 1)
  return ['nobody', ...refused, ...allowed]
}

const lastOfAll = operations.toSorted((a, b) => Number(endsTheCaller(a)) - Number(endsTheCaller(b)))

test.each(lastOfAll.map((op) => [op.name, JSON.stringify(op.access), op] as const))(
  '%s allows the callers of its access (%s) and returns the reason to all others',
  async (_, _access, op) => {
    const answers: [CallerName, Verdict][] = []
    for (const caller of callersOf(op)) answers.push([caller, await actualVerdict(op, caller)])
    expect(answers).toEqual(callersOf(op).map((caller) => [caller, verdict(op, caller)]))
  },
)
