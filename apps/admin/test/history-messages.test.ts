import { openDatabase } from '@salama/testing'
import { expect, onTestFinished, test } from 'vitest'
import { review } from '../messages/en.json' with { type: 'json' }

test('has exactly one message for every entry of a history', async () => {
  const db = await openDatabase()
  onTestFinished(db.close)
  const entries = await db.sql<{ name: string }>(
    `select unnest(array[from_state, to_state]) as name from app.transitions
      where machine in ('report', 'feedback', 'collection_entry', 'incident lifecycle')
     union
     select (regexp_matches(pg_get_constraintdef(oid), '''(\\w+)''', 'g'))[1] from pg_constraint
      where conrelid = 'app.incident_events'::regclass and contype = 'c'`,
  )
  // An incident becomes active again only by a split or restore, which the history names instead.
  const told = entries.map(({ name }) => name).filter((name) => name !== 'active')
  expect(told.toSorted()).toEqual(Object.keys(review.event).toSorted())
})
