import { openDatabase } from '@salama/testing'
import { readChecks } from '@salama/testing/functions'
import { expect, onTestFinished, test } from 'vitest'
import { review } from '../messages/en.json' with { type: 'json' }

test('has exactly one message for every entry of a history', async () => {
  const db = await openDatabase()
  onTestFinished(db.close)
  const states = await db.sql<{ name: string }>(
    `select distinct unnest(array[from_state, to_state]) as name from app.transitions
      where machine in ('report', 'feedback', 'collection_entry', 'incident lifecycle')`,
  )
  const events = (await readChecks(db, 'app.incident_events')).flatMap(({ texts }) => texts)
  const told = new Set([...states.map(({ name }) => name), ...events])
  told.delete('active') // an incident becomes active again only by a split or restore, which the history names instead
  expect([...told].toSorted()).toEqual(Object.keys(review.event).toSorted())
})
