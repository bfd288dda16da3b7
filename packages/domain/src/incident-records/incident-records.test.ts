import { randomUUID } from 'node:crypto'
import { CAST, KOJA, onceHeld, type PersonName, SIMBA, untilOthersWait } from '@salama/testing'
import { expect, test } from 'vitest'
import { PHONES, useCity } from '../reports/test/city.ts'
import { REASON_LENGTH } from '../shared/limits.ts'
import { IncidentRecord } from './contract.ts'

const city = useCity()
const { report, page, vote, feed, atMinute, withdraw, queue } = city
const reason = 'Told from both ends of the bridge.'

const ask = async (who: PersonName, fn: string, args: Record<string, unknown>) =>
  IncidentRecord.parse(await city.db.as(who).rpc(fn, args))
const record = (id: string | null, who: PersonName = 'dalmas') => ask(who, 'get_incident_record', { p_id: id })
const version = async (id: string | null) => (await record(id)).version
const merge = async (from: string | null, into: string | null, args: Record<string, unknown> = {}) =>
  ask('dalmas', 'merge_incident', {
    p_id: from,
    p_into: into,
    p_version: await version(from),
    p_into_version: await version(into),
    p_reason: reason,
    ...args,
  })
const split = async (id: string | null, args: Record<string, unknown> = {}) =>
  ask('dalmas', 'split_incident', {
    p_id: id,
    p_version: await version(id),
    p_reason: 'They were two after all.',
    ...args,
  })
const retract = async (id: string | null, args: Record<string, unknown> = {}) =>
  ask('dalmas', 'retract_incident', { p_id: id, p_version: await version(id), p_reason: 'A film.', ...args })
const audited = () =>
  city.db.sql<{ action: string; subject: string; reason: string }>(
    "select action, subject_id as subject, reason from app.audit_log where action not like '%.opened' order by id",
  )

/** Two crashes a kilometre apart, reported by Amina and Baraka. */
async function twoCrashes(args: Record<string, unknown> = {}) {
  const [one, two] = [await report('amina', args), await report('baraka', { ...args, p_lat: KOJA.lat + 0.01 })]
  return { one, two, from: one.incidentId ?? '', into: two.incidentId ?? '' }
}

test('an admin sees an incident with its reports, votes and history, and never who reported or voted', async () => {
  const { from } = await twoCrashes()
  await vote('eve', from, 'deny')
  const seen = await record(from)
  expect(seen).toMatchObject({
    id: from,
    lifecycle: 'active',
    votes: { deny: { all: 1, independent: 0 } },
    own: false,
    can: { merge: true, split: false, retract: true },
    history: [{ kind: 'opened', actor: null }],
    absorbed: [],
    goneReason: null,
    mergedInto: null,
    splitUntil: null,
  })
  expect(seen.reports).toHaveLength(1)
  const whole = JSON.stringify(await city.db.as('dalmas').rpc('get_incident_record', { p_id: from }))
  for (const person of Object.values(CAST)) expect(whole).not.toContain(person.id)
  await expect(record(randomUUID())).rejects.toMatchObject({ slug: 'not_found' })
})

test('a merge moves the reports, the merged id returns 410, and both records name the admin', async () => {
  const { from, into } = await twoCrashes()
  const gone = await merge(from, into)
  expect(gone).toMatchObject({ lifecycle: 'merged', mergedInto: into, reports: [], can: { merge: false, split: true } })
  expect(gone.history.at(-1)).toMatchObject({ kind: 'merged', actor: { id: CAST.dalmas.id } })
  await expect(page(from)).rejects.toMatchObject({ slug: 'incident_gone', detail: { mergedInto: into } })
  expect(await page(into)).toMatchObject({ reports: 2 })
  expect(await record(into)).toMatchObject({ absorbed: [{ id: from, splitUntil: gone.splitUntil }] })
  expect((await record(into)).history.map((event) => event.kind)).toContain('absorbed')
  expect(await audited()).toEqual([{ action: 'incident.merged', subject: from, reason }])
})

test('the target of a merge keeps its location until none of its own reports is left', async () => {
  const { two, from, into } = await twoCrashes()
  const [there, here] = [(await record(from)).place, (await record(into)).place]
  const { place: shown } = Object(await page(into))
  await merge(from, into)
  expect(await record(into)).toMatchObject({ place: here, reports: [{}, {}] })
  expect(await page(into)).toMatchObject({ place: shown })
  await withdraw('baraka', two.id)
  expect(await record(into)).toMatchObject({ place: there, reports: [{}] })
})

test('a split within seven days restores both incidents', async () => {
  const { one, from, into } = await twoCrashes()
  const [before, other] = [await page(from), await page(into)]
  await merge(from, into)
  await city.db.shiftClock('3 minutes')
  expect(await split(from)).toMatchObject({ lifecycle: 'active', reports: [{ id: one.id }], can: { merge: true } })
  expect([await page(from), await page(into)]).toEqual([before, other])
  expect((await feed()).map((each) => each.id).toSorted()).toEqual([from, into].toSorted())
  expect((await audited()).map((each) => each.action)).toEqual(['incident.merged', 'incident.split'])
  // They can be merged again.
  await merge(from, into)
  await expect(page(from)).rejects.toMatchObject({ slug: 'incident_gone' })
})

test('recomputes corroboration after a split; reports that joined since stay with the target', async () => {
  await city.makeKnown('amina')
  const one = await report('amina', { p_device: PHONES.amina })
  await city.db.shiftClock('2 minutes')
  const two = await report('baraka', { p_device: PHONES.baraka, p_lat: KOJA.lat + 0.01 })
  await merge(one.incidentId, two.incidentId)
  expect(await page(two.incidentId)).toMatchObject({ corroboration: 'corroborated', reports: 2 })
  await report('eve', { p_lat: KOJA.lat + 0.01 })
  await split(one.incidentId)
  expect(await page(one.incidentId)).toMatchObject({ corroboration: 'unverified', reports: 1 })
  expect(await page(two.incidentId)).toMatchObject({ corroboration: 'unverified', reports: 2 })
})

test('an incident that is split after its expiry is expired', async () => {
  const { from, into } = await twoCrashes()
  await merge(from, into)
  await city.db.shiftClock('6 days 23 hours')
  expect(await split(from)).toMatchObject({ lifecycle: 'expired' })
  expect(await page(from)).toMatchObject({ lifecycle: 'expired', reports: 1 })
})

test('rejects a split after seven days, when the target is gone, and when none of its reports is left', async () => {
  const refused = { slug: 'invalid_transition', detail: { currentState: 'merged' } }
  const late = await twoCrashes()
  await merge(late.from, late.into)
  await city.db.shiftClock('7 days')
  expect(await record(late.from)).toMatchObject({ splitUntil: null, can: { split: false } })
  await expect(split(late.from)).rejects.toMatchObject(refused)
  const gone = await twoCrashes()
  await merge(gone.from, gone.into)
  await retract(gone.into)
  await expect(split(gone.from)).rejects.toMatchObject(refused)
  const empty = await twoCrashes()
  await merge(empty.from, empty.into)
  await withdraw('amina', empty.one.id)
  await expect(split(empty.from)).rejects.toMatchObject(refused)
  await expect(split(empty.into)).rejects.toMatchObject({ slug: 'invalid_transition' })
})

test('a coarse incident that is split is public again from the next full hour on', async () => {
  await atMinute(20)
  const theft = { p_category: 'theft', p_injury: undefined }
  await report('amina', theft)
  await report('baraka', { ...theft, p_lat: KOJA.lat + 0.02 })
  await atMinute(80)
  const [from = '', into = ''] = (await feed()).map((each) => String(each.id))
  await merge(from, into)
  expect(await page(from)).toMatchObject({ lifecycle: 'active' })
  await atMinute(130)
  await expect(page(from)).rejects.toMatchObject({ slug: 'incident_gone', detail: { mergedInto: into } })
  await split(from)
  await atMinute(179)
  await expect(page(from)).rejects.toMatchObject({ slug: 'incident_gone', detail: { mergedInto: into } })
  expect(await page(into)).toMatchObject({ reports: 2 })
  await atMinute(180)
  expect(await page(from)).toMatchObject({ reports: 1 })
  expect(await page(into)).toMatchObject({ reports: 1 })
})

test('a retracted incident is gone permanently, and its dispute is closed', async () => {
  await city.makeKnown('baraka', 'chebet', 'eve')
  const { id, incidentId } = await report('amina', { p_vehicle: SIMBA.plate })
  for (const who of ['baraka', 'chebet', 'eve'] as const) await vote(who, incidentId, 'deny')
  expect(await queue()).toHaveLength(1)
  expect(await retract(incidentId)).toMatchObject({ lifecycle: 'retracted', goneReason: 'retracted' })
  await expect(page(incidentId)).rejects.toMatchObject({ slug: 'incident_gone', detail: { reason: 'retracted' } })
  expect(await queue()).toEqual([])
  expect(await city.db.sql('select state from app.reports where id = $1', [id])).toEqual([{ state: 'linked' }])
  await expect(split(incidentId)).rejects.toMatchObject({ slug: 'invalid_transition' })
})

test('a repeated request, also a concurrent one, changes nothing twice', async () => {
  const { from, into } = await twoCrashes()
  const seen = { p_version: await version(from), p_into_version: await version(into) }
  const merged = await city.db.parallel([1, 2, 3].map(() => () => merge(from, into, seen)))
  expect(merged.map((each) => each.lifecycle)).toEqual(['merged', 'merged', 'merged'])
  const then = { p_version: await version(from) }
  const apart = await city.db.parallel([1, 2, 3].map(() => () => split(from, then)))
  expect(apart.map((each) => each.lifecycle)).toEqual(['active', 'active', 'active'])
  const last = { p_version: await version(from) }
  await city.db.parallel([1, 2, 3].map(() => () => retract(from, last)))
  expect((await audited()).map((each) => each.action)).toEqual([
    'incident.merged',
    'incident.split',
    'incident.retracted',
  ])
})

test('returns version_conflict for an outdated version and changes nothing', async () => {
  const { from, into } = await twoCrashes()
  const seen = { p_version: await version(from), p_into_version: await version(into) }
  await report('eve')
  const currentVersion = await version(from)
  await expect(merge(from, into, seen)).rejects.toMatchObject({
    slug: 'version_conflict',
    detail: { id: from, currentVersion },
  })
  await expect(merge(into, from, { p_into_version: seen.p_version })).rejects.toMatchObject({
    slug: 'version_conflict',
    detail: { id: from },
  })
  await expect(retract(from, { p_version: seen.p_version })).rejects.toMatchObject({ slug: 'version_conflict' })
  await merge(from, into)
  await expect(split(from, { p_version: seen.p_version })).rejects.toMatchObject({ slug: 'version_conflict' })
  expect(await audited()).toHaveLength(1)
})

test('merges only another existing incident of the same category that was live at the same time', async () => {
  const { from, into } = await twoCrashes()
  const hazard = await report('eve', { p_category: 'hazard', p_injury: undefined })
  const over = await report('eve', { p_lat: KOJA.lat + 0.03, p_occurred_at: await city.ago(300) })
  for (const other of [hazard.incidentId, from, over.incidentId])
    await expect(merge(from, other)).rejects.toMatchObject({ slug: 'invalid_request', detail: { path: 'into' } })
  await expect(merge(from, randomUUID(), { p_into_version: 1 })).rejects.toMatchObject({ slug: 'not_found' })
  await merge(from, into)
  await expect(merge(into, from)).rejects.toMatchObject({ slug: 'invalid_request', detail: { path: 'into' } })
  for (const short of ['', '  x ', 'x'.repeat(REASON_LENGTH.maxLength + 1)])
    await expect(retract(into, { p_reason: short })).rejects.toMatchObject({ slug: 'invalid_request' })
})

test('rejects admins who reported or voted on either incident, and users who are not admins', async () => {
  const { from, into } = await twoCrashes()
  const args = { p_id: from, p_into: into, p_version: 1, p_into_version: 1, p_reason: reason }
  for (const [name, input] of [
    ['get_incident_record', { p_id: from }],
    ['merge_incident', args],
    ['split_incident', { p_id: from, p_version: 1, p_reason: reason }],
    ['retract_incident', { p_id: from, p_version: 1, p_reason: reason }],
  ] as const) {
    for (const who of ['eve', 'chebet'] as const)
      await expect(city.db.as(who).rpc(name, input)).rejects.toMatchObject({ slug: 'role_required' })
    for (const who of ['anon', 'admin_server'] as const)
      await expect(city.db.as(who).rpc(name, input)).rejects.toMatchObject({ code: '42501' })
  }
  await vote('dalmas', into, 'confirm')
  expect(await record(into)).toMatchObject({ own: true, can: { merge: false, retract: false } })
  for (const refused of [() => merge(from, into), () => merge(into, from), () => retract(into)])
    await expect(refused()).rejects.toMatchObject({ slug: 'own_submission' })
  expect(await audited()).toEqual([])
  expect(await feed()).toHaveLength(2)
})

test('no deadlock when two admins merge the same incidents in opposite directions', async () => {
  await city.db.sql(`insert into app.user_roles (user_id, role) values ($1, 'admin')`, [CAST.chebet.id])
  for (let round = 1; round <= 3; round++) {
    const one = await report('amina', { p_lat: KOJA.lat + 0.012 * round, p_category: 'breakdown' })
    const two = await report('baraka', { p_lat: KOJA.lat - 0.012 * round, p_category: 'breakdown' })
    const [a, b] = [one.incidentId, two.incidentId]
    const [va, vb] = [await version(a), await version(b)]
    const opposite = [
      ['dalmas', { p_id: a, p_into: b, p_version: va, p_into_version: vb }],
      ['chebet', { p_id: b, p_into: a, p_version: vb, p_into_version: va }],
    ] as const
    // Locks both incidents until both admins wait for their first lock, so that the merges start together.
    const holdBoth = () =>
      city.db.sql(`do $$ begin
        perform from app.reports r where r.incident_id in ('${a}', '${b}') for update;
        ${untilOthersWait(city.db, 2)}
      end $$`)
    const mergeAs = (who: PersonName, input: object) =>
      city.db
        .as(who)
        .rpc('merge_incident', { ...input, p_reason: reason })
        .then(
          () => 'done',
          (error: { slug?: string; code?: string }) => error.slug ?? error.code,
        )
    const [, ...outcomes] = await city.db.parallel<unknown>([
      holdBoth,
      ...opposite.map(
        ([who, input]) =>
          () =>
            onceHeld(city.db, () => mergeAs(who, input)),
      ),
    ])
    expect(outcomes.toSorted()).toEqual(['done', 'version_conflict'])
    await city.db.shiftClock(`${round * 11} minutes`)
  }
})

test('archives an incident 30 days after its end, and it stays readable', async () => {
  const { incidentId } = await report('amina')
  await city.db.shiftClock('5 hours')
  await city.db.sql('select app.sweep()')
  const over = (await page(incidentId)) as object
  expect(over).toMatchObject({ lifecycle: 'expired' })
  await city.db.shiftClock('30 days 3 hours')
  await city.db.sql('select app.sweep()')
  expect(await page(incidentId)).toEqual(over)
  await city.db.shiftClock('30 days 5 hours')
  await city.db.sql('select app.sweep()')
  expect(await page(incidentId)).toEqual({ ...over, lifecycle: 'archived' })
  expect((await record(incidentId)).history.map((event) => event.kind)).toEqual(['opened', 'expired', 'archived'])
  expect(await record(incidentId)).toMatchObject({ can: { retract: true } })
})
