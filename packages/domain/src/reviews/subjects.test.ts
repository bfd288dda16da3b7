import { randomUUID } from 'node:crypto'
import { onceHeld, untilOthersWait } from '@salama/testing'
import { expect, test } from 'vitest'
import { type Kind, useQueue } from './test/queue.ts'

const queue = useQueue()
const { open, decide, stateOf, everything } = queue

test.each<Kind>(['report', 'feedback', 'collection_entry', 'dispute'])(
  'accepts only an existing subject of the same kind as duplicate of a %s',
  async (kind) => {
    const { id, subject } = await open(kind)
    const other = await open(kind === 'collection_entry' ? 'feedback' : 'collection_entry')
    const [before, state] = [await everything(), await stateOf(subject)]
    for (const duplicateOf of [randomUUID(), other.subject])
      await expect(
        decide('dalmas', { entryId: id, version: 1, decision: 'duplicate', reasonCode: 'same_event', duplicateOf }),
      ).rejects.toMatchObject({ slug: 'invalid_request', detail: { path: 'duplicateOf' } })
    expect([await everything(), await stateOf(subject)]).toEqual([before, state])
  },
)

test.each<[Kind, string]>([
  ['report', 'reports'],
  ['feedback', 'feedback'],
  ['collection_entry', 'collection_entries'],
])('does not deadlock between a decision on a %s and its author adding to it or leaving', async (kind, table) => {
  const { id, subject } = await open(kind)
  // Takes the author's locks, in their order, until the decision waits.
  const author = () =>
    queue.db.sql(`do $$ begin
      perform from app.${table} s where s.id = '${subject}' for update;
      ${untilOthersWait(queue.db)}
      perform app.renew_review('${kind}', '${subject}');
    end $$`)
  const decideOnIt = () =>
    decide('dalmas', { entryId: id, version: 1, decision: 'approved' }).then(
      () => 'decided',
      (error: { slug?: string }) => error.slug,
    )
  expect((await queue.db.parallel<unknown>([author, () => onceHeld(queue.db, decideOnIt)]))[1]).toBe('version_conflict')
})
