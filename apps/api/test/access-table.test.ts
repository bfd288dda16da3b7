import { operations } from '@salama/domain/contract'
import { seedStory } from '@salama/local-supabase/story'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type CallOptions, openApi } from './api.ts'
import { callOperation, endsTheCaller, type Known, knownIds, type Operation } from './call-operation.ts'
import { CALLERS, type CallerName, credentials, expiredToken, HALVES, type Verdict, verdict } from './callers.ts'
import { IS_ALL } from './env.ts'

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

const refusals = new Set(
  operations
    .flatMap((op) => CALLERS.map((caller) => verdict(op, caller)))
    .flatMap((it) => (it === 'allowed' ? [] : [it[1]])),
).add('role_required')

/** What an allowed caller meets with the example of an operation, where it is no success: nothing of theirs, another state. */
const MEETS: Partial<Record<string, string>> = {
  listCollectionEntries: 'invalid_request',
  verifySecondFactor: 'not_found',
  getApiKeyUsage: 'not_found',
  listWebhooks: 'not_found',
  setWebhook: 'not_found',
  deleteWebhook: 'not_found',
  rotateWebhookSecret: 'not_found',
  sendWebhook: 'not_found',
  revokeApiKey: 'not_found',
  rotateApiKey: 'not_found',
  getOwnReport: 'not_found',
  withdrawReport: 'not_found',
  answerReport: 'not_found',
  getRideFeedback: 'not_found',
  getCertificate: 'not_found',
  touchSurveyorSession: 'not_found',
  endSurveyorSession: 'not_found',
  releaseAssignmentSlot: 'not_found',
  submitAssignmentSlot: 'not_found',
  editAssignment: 'invalid_transition',
  assignAssignmentSlot: 'invalid_transition',
  withdrawCollectionEntry: 'invalid_transition',
  claimReviewEntry: 'invalid_transition',
  assignReviewEntry: 'invalid_transition',
  reopenReviewEntry: 'invalid_transition',
  askReviewReversal: 'version_conflict',
  agreeToReviewReversal: 'version_conflict',
  undoReviewBatch: 'not_found',
  getApiKey: 'not_found',
  submitReviewDecision: 'invalid_transition',
  mergeIncident: 'version_conflict',
  splitIncident: 'version_conflict',
  retractIncident: 'version_conflict',
  restoreIncident: 'version_conflict',
  editVehicle: 'version_conflict',
  createVehicle: 'plate_taken',
  getStageForAdmin: 'not_found',
  makeVehicleSticker: 'not_found',
  acceptSampledSlot: 'invalid_transition',
  restrictAuthor: 'not_found',
  openAuthor: 'not_found',
}

/**
 * The verdict of an operation for a caller. The first allowed one must meet what is expected; a later one may meet any
 * error of this operation alone, because the first has changed something.
 */
async function actualVerdict(op: Operation, caller: CallerName, isFirst: boolean): Promise<Verdict> {
  const response = await callOperation(api, op, known, send(op, caller))
  const code = response.ok ? undefined : (await response.json()).code
  if (isFirst && code === MEETS[op.name]) return 'allowed'
  const isOwn = code === undefined || (op.errors.includes(code) && !refusals.has(code))
  return !isFirst && isOwn ? 'allowed' : [response.status, code]
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

/** An admin who voted may not decide about the incident any more; afterwards callers end themselves. */
const rank = (op: Operation) => (endsTheCaller(op) ? 2 : Number(op.name === 'voteOnIncident'))
const lastOfAll = operations.toSorted((a, b) => rank(a) - rank(b))

test.each(lastOfAll.map((op) => [op.name, JSON.stringify(op.access), op] as const))(
  '%s allows the callers of its access (%s) and returns the reason to all others',
  async (_, _access, op) => {
    const answers: [CallerName, Verdict][] = []
    const first = callersOf(op).find((caller) => verdict(op, caller) === 'allowed')
    for (const caller of callersOf(op)) answers.push([caller, await actualVerdict(op, caller, caller === first)])
    expect(answers).toEqual(callersOf(op).map((caller) => [caller, verdict(op, caller)]))
  },
)
