import { buildSmallCity, KOJA, openDatabase, TEST_ROAD, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await buildSmallCity(db)
})
afterAll(() => db.close())

type Story = { steps: { kind: string; at: string; count: number | null }[]; routes: { name: string }[] }
const storyOf = (id: string) => db.as('rider_server').rpc('get_incident_story', { p_id: id }) as Promise<Story>
const kindsOf = async (id: string) =>
  (await storyOf(id)).steps.map(({ kind, count }) => (count ? `${kind} ${count}` : kind))

/** An incident as the rules write it, with reports of so many riders, a minute apart from 07:00:30 on. */
async function happen(riders: number, { coarse = false, sure = 'corroborated', pending = 0 } = {}) {
  const [made] = await db.sql<{ id: string }>(
    `insert into app.incidents (category, visibility, corroboration, lat, lng, corridor_id, opened_seen_at, first_seen_at,
                                last_seen_at, expires_at, published_at)
     select $1, $2, $3, $4, $5, $6, t, t, t, t + interval '24 hours', t
       from (select date_trunc('day', app.now()) - interval '1 day' + interval '7 hours 30 seconds' as t) x returning id`,
    [coarse ? 'theft' : 'hazard', coarse ? 'coarse' : 'public', sure, KOJA.lat, KOJA.lng, TEST_ROAD.id],
  )
  const id = made?.id ?? ''
  await db.sql(
    `insert into app.reports (id, reporter_id, content_hash, category, visibility, occurred_at, received_at, closed_at, lat,
                              lng, accuracy_m, state, incident_id)
     select gen_random_uuid(), gen_random_uuid(), '', i.category, i.visibility, i.first_seen_at, t, t, i.lat, i.lng, 10,
            case when n <= $2 then 'linked' else 'in_review' end, i.id
       from app.incidents i, generate_series(1, $2::int + $3::int) n,
            lateral (select i.first_seen_at + (n - 1) * interval '1 minute' as t) x
      where i.id = $1`,
    [id, riders, pending],
  )
  await db.sql(
    `insert into app.incident_events (incident_id, at, kind)
     select i.id, i.first_seen_at + interval '61 seconds', i.corroboration from app.incidents i where i.id = $1`,
    [id],
  )
  await db.sql('update app.incidents set expires_at = app.now() + interval $$3 hours$$ where id = $1', [id])
  await db.sql('select app.publish_incident($1)', [id])
  // What a coarse one shows from the next hour on is shown now.
  await db.sql(
    `update app.incident_feed set visible_from = app.now() - interval '1 hour'
      where incident_id = $1 and visible_from > app.now()`,
    [id],
  )
  return id
}

test('tells who came when, to the minute, and what made it sure', async () => {
  const { steps } = await storyOf(await happen(6))
  expect(steps.map(({ kind, count, at }) => [at.slice(11, 19), kind, count])).toEqual([
    ['07:00:00', 'first', null],
    ['07:01:00', 'reported', 2],
    ['07:01:00', 'corroborated', null],
    ['07:02:00', 'reported', 3],
    ['07:04:00', 'reported', 5],
    ['07:05:00', 'reported', 6],
  ])
})

test('tells nothing of reports that do not count', async () => {
  expect(await kindsOf(await happen(1, { sure: 'unverified', pending: 3 }))).toEqual(['first'])
})

test('tells a coarse incident in full hours, and neither its reporters nor routes nor votes', async () => {
  const id = await happen(4, { coarse: true })
  await db.sql(
    `insert into app.incident_votes (incident_id, user_id, vote, voted_at, spent_until)
                values ($1, gen_random_uuid(), 'confirm', app.now(), app.now())`,
    [id],
  )
  const story = await storyOf(id)
  expect(story.steps.map(({ kind, at }) => [at.slice(11, 19), kind])).toEqual([
    ['07:00:00', 'first'],
    ['07:00:00', 'corroborated'],
  ])
  expect(story.routes).toEqual([])
})

test('tells nothing of an incident that is not public', async () => {
  const id = await happen(3)
  await db.sql(`update app.incidents set lifecycle = 'retracted', gone_reason = 'withdrawn' where id = $1`, [id])
  await db.sql('select app.publish_incident($1)', [id])
  expect(await storyOf(id)).toEqual({ steps: [], routes: [] })
})

test('tells riders and confirmations as the incident counts them', async () => {
  const id = await happen(3)
  // The first two are one rider, once signed out; who voted before they reported.
  await db.sql(
    `update app.reports r
        set device_hash = '\\x01', reporter_id = case when r.received_at > i.first_seen_at then r.reporter_id end
       from app.incidents i where i.id = $1 and r.incident_id = i.id
        and r.received_at < i.first_seen_at + interval '2 minutes'`,
    [id],
  )
  await db.sql(
    `insert into app.incident_votes (incident_id, user_id, vote, voted_at, spent_until)
     select i.id, v.voter, 'confirm', i.first_seen_at + v.after, app.now()
       from app.incidents i cross join lateral (
         select r.reporter_id, interval '9 minutes' from app.reports r
          where r.incident_id = i.id and r.device_hash is not null and r.reporter_id is not null
         union all select gen_random_uuid(), interval '5 minutes') v (voter, after)
      where i.id = $1`,
    [id],
  )
  await db.sql('select app.publish_incident($1)', [id])
  const told = (await storyOf(id)).steps.filter(({ count }) => count)
  expect(told.map(({ kind, count, at }) => [at.slice(11, 16), kind, count])).toEqual([
    ['07:02', 'reported', 2],
    ['07:05', 'confirms', 1],
  ])
})

test('tells when it ended', async () => {
  const id = await happen(1, { sure: 'verified' })
  await db.sql(`select app.move_incident($1, 'lifecycle', 'resolved')`, [id])
  await db.sql('select app.publish_incident($1)', [id])
  expect(await kindsOf(id)).toEqual(['first', 'verified', 'resolved'])
})
