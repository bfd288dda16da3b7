import { randomUUID } from 'node:crypto'
import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import { useField } from './test/field.ts'

const field = useField()
const { start, submit, assignment, claim, release } = field

/** Copies of a row of Chebet's, as if she had sent this many since. */
const copies = (table: string, n: number) =>
  field.db.sql(
    `insert into app.${table}
     select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'state', 'ended', 'ended_at', now()))).*
       from app.${table} r, generate_series(1, $1)`,
    [n],
  )

test('accepts an offline day of 120 entries, and rate limits entry 601 of a day', async () => {
  const { id } = await start('chebet')
  await field.db.parallel(Array.from({ length: 120 }, () => () => submit('chebet', id)))
  expect(await field.count('app.collection_entries')).toBe(120)
  await field.db.sql(
    `insert into app.collection_entries
     select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid()))).*
       from app.collection_entries e, generate_series(1, 4)`,
  )
  const late = { p_id: randomUUID() }
  await expect(submit('chebet', id, late)).rejects.toMatchObject({
    slug: 'rate_limited',
    detail: { retryAfterS: expect.toSatisfy((s: number) => s > 86_000 && s <= 86_400) },
  })
  await field.db.shiftClock('24 hours 1 minute')
  expect(await submit('chebet', id, late)).toMatchObject({ repeated: false, late: true })
})

test('answers a retry of a stored entry beyond the limit, and limits each surveyor apart', async () => {
  const { id } = await start('chebet')
  const sent = { p_id: randomUUID() }
  await submit('chebet', id, sent)
  await field.db.sql(
    `insert into app.collection_entries
     select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid()))).*
       from app.collection_entries e, generate_series(1, 600)`,
  )
  await expect(submit('chebet', id)).rejects.toMatchObject({ slug: 'rate_limited' })
  expect(await submit('chebet', id, sent)).toMatchObject({ repeated: true })
  const theirs = await start('baraka')
  expect(await submit('baraka', theirs.id)).toMatchObject({ repeated: false })
})

test('limits a surveyor to fifty sessions a day', async () => {
  const { id } = await start('chebet')
  await field.end('chebet', id)
  await copies('surveyor_sessions', 49)
  await expect(start('chebet')).rejects.toMatchObject({ slug: 'rate_limited' })
  expect(await field.end('chebet', id)).toMatchObject({ state: 'ended' })
  await field.db.shiftClock('24 hours 1 minute')
  expect(await start('chebet')).toMatchObject({ state: 'open' })
})

test('limits a surveyor to a hundred slot claims a day', async () => {
  const made = await assignment()
  const held = await claim('chebet', made.id)
  await release('chebet', held)
  await field.db.sql(
    `insert into app.slot_events (slot_id, at, from_state, to_state, actor, token)
     select $1, app.now(), 'open', 'claimed', $2, nextval('app.fencing_tokens') from generate_series(1, 99)`,
    [held.slotId, CAST.chebet.id],
  )
  await expect(claim('chebet', made.id)).rejects.toMatchObject({ slug: 'rate_limited' })
  expect(await claim('baraka', made.id)).toMatchObject({ state: 'claimed' })
})
