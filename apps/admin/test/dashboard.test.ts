import { getDashboard } from '@salama/domain/dashboard'
import { listIncidentRecords } from '@salama/domain/incident-records'
import { listReviewQueue } from '@salama/domain/reviews'
import { toCityDay } from '@salama/domain/shared'
import { CAST, signIn } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listsOf } from '../src/dashboard/figures.ts'
import { readFilter } from '../src/review/filter.ts'
import { readQueue } from '../src/review/read-queue.ts'
import { type Console, openConsole } from './console.ts'

let at: Console
beforeAll(async () => {
  at = await openConsole()
})
afterAll(() => at.stack.close())

/** How many the list of a link has, on all of its pages, read as its page reads it. */
async function lengthOf(href: string, caller: Parameters<typeof readQueue>[0]) {
  const { pathname, searchParams } = new URL(href, 'http://console.test')
  const query = Object.fromEntries(searchParams)
  const ids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const more = cursor === '' ? {} : { cursor }
    const list: { data: readonly { id: string }[]; page: { nextCursor: string | null } } =
      pathname === '/review'
        ? await (cursor === ''
            ? readQueue(caller, readFilter(query))
            : listReviewQueue(caller, listReviewQueue.operation.query.parse({ ...query, ...more })))
        : await listIncidentRecords(caller, listIncidentRecords.operation.query.parse({ ...query, ...more }))
    ids.push(...list.data.map(({ id }) => id))
    cursor = list.page.nextCursor
  }
  return new Set(ids).size
}

/** Of both classes some in time and some late, also withdrawn, reversed and from before; entries with edits; overdue. */
const decisions = `
  insert into app.review_entries (kind, subject_id, author_id, reason, state, created_at, due_at, decided_at, decided_by, due_in)
  select o.kind, gen_random_uuid(), case when o.kind = 'collection_entry' then $2::uuid end, 'category', o.state,
         o.at, o.at + make_interval(hours => o.due + o.again), o.at + make_interval(hours => o.took), $1::uuid,
         case when o.again > 0 then make_interval(hours => o.due) end
    from (select kind, state, due, took, again, now() - make_interval(hours => ago, mins => n) as at
            from (values ('report', 'approved', 4, 1, 70, 0), ('report', 'rejected', 4, 5, 60, 0),
                         ('report', 'withdrawn', 4, 6, 60, 0), ('report', 'approved', 4, 50, 65, 48),
                         ('collection_entry', 'approved', 24, 2, 50, 0), ('collection_entry', 'approved_with_edits', 24, 30, 80, 0),
                         ('collection_entry', 'rejected', 24, 3, 40, 0), ('dispute', 'rejected', 24, 90, 120, 0),
                         ('report', 'approved', 4, 9, 1400, 0)) v (kind, state, due, took, ago, again),
                 generate_series(1, 3) n) o`

test('every number leads to a list of exactly that many', async () => {
  const session = await signIn(at.stack.supabase, 'dalmas')
  const caller = {
    kind: 'user' as const,
    token: session.accessToken,
    subject: CAST.dalmas.id,
    device: undefined,
    requestId: 'test',
  }
  await at.stack.query(decisions, [CAST.dalmas.id, CAST.chebet.id])
  for (const [category, lat] of [
    ['crash', -1.28],
    ['crash', -1.2799],
    ['hazard', -1.29],
  ] as const)
    await at.stack.query(
      `insert into app.reports (id, content_hash, category, visibility, occurred_at, received_at, lat, lng, accuracy_m)
       values (gen_random_uuid(), '\\x00', $1, 'public', now() - interval '1 minute', now() - interval '1 minute', $2, 36.82, 20)`,
      [category, lat],
    )
  await at.stack.query(
    `insert into app.surveyor_sessions (id, surveyor_id, content_hash, started_at, received_at, touched_at, open_until)
     values (gen_random_uuid(), $1, '\\x00', now() - interval '3 days', now(), now(), now() - interval '2 days 14 hours')`,
    [CAST.chebet.id],
  )
  await at.stack.query(
    `update app.incidents set corridor_id = (select c.id from app.corridors c where c.retired_at is null and c.length_m > 0 limit 1)
      where category in ('crash', 'hazard')`,
  )
  const day = (ago: number) => toCityDay(Date.now() - ago * 86_400_000)
  for (const period of [
    { from: day(27), to: day(0) },
    { from: day(3), to: day(1) },
    { from: day(0), to: day(0) },
  ]) {
    const lists = listsOf(await getDashboard(caller, period))
    const { cellsByWeek, ...plain } = lists
    const counted = [...Object.values(plain), ...cellsByWeek.map(({ cells }) => cells)].flat()
    const differ = []
    for (const { count, href } of counted) {
      const length = await lengthOf(href, caller)
      if (length !== count) differ.push({ href, count, length })
    }
    expect(differ).toEqual([])
  }
  const { late, entries, surveyors, cells, corridors } = listsOf(
    await getDashboard(caller, { from: day(27), to: day(0) }),
  )
  // Late is late in each class, also where a reversal began the time again.
  expect(late.map(({ hours, count, decided }) => ({ hours, isLate: count > 0, isSome: decided > count }))).toEqual([
    { hours: 4, isLate: true, isSome: true },
    { hours: 24, isLate: true, isSome: true },
  ])
  for (const some of [[entries], surveyors, cells, corridors]) expect(some.some(({ count }) => count > 0)).toBe(true)
})
