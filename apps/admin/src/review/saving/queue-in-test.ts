import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import type { CallResult, Problem } from '@salama/http/call'
import { DecisionQueue, type Failed, type Unsaved } from './decision-queue.ts'

export const problem = (code: Problem['code'], retryAfterS: number | null = null): Problem => ({
  code,
  status: null,
  fields: [],
  retryAfterS,
  detail: {},
})

/** A server whose answers the test gives, and a queue in front of it. */
export function setUp(stored = new Map<string, string>()) {
  const requests: { id: string; answer: (result: CallResult<ReviewEntry>) => Promise<void> }[] = []
  const saved: Unsaved[] = []
  const failed: Failed[] = []
  const queue = new DecisionQueue({
    send: ({ entryId }) =>
      new Promise((resolve) =>
        requests.push({
          id: entryId,
          answer: async (result) => {
            resolve(result)
            // The queue goes on in microtasks, all of which run before a tick.
            await new Promise<void>((done) => process.nextTick(done))
          },
        }),
      ),
    onSaved: (each) => saved.push(each),
    onFailed: (each) => failed.push(each),
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => stored.set(key, value),
      removeItem: (key) => stored.delete(key),
    },
    key: 'unsaved',
  })
  const decide = (...ids: string[]) => {
    for (const entryId of ids)
      queue.add({ entryId, version: 1, kind: 'report', decision: { decision: 'approved' }, filter: { mine: 'true' } })
  }
  /** Answers the oldest unanswered request for an entry. */
  const answer = async (id: string, result: 'ok' | Problem) => {
    const index = requests.findIndex((each) => each.id === id)
    const [request] = requests.splice(index, 1)
    await request?.answer(
      result === 'ok'
        ? { ok: true, reply: { id } as ReviewEntry, headers: new Headers() } // the queue passes it on unread
        : { ok: false, problem: result },
    )
  }
  const sent = () => requests.map(({ id }) => id)
  return { queue, decide, answer, sent, saved, failed, stored }
}
