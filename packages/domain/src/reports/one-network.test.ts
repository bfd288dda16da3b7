import { randomUUID } from 'node:crypto'
import { CAST, KOJA } from '@salama/testing'
import { expect, test } from 'vitest'
import { useCity } from './test/city.ts'
import { anywhere, makePhonesKnown, randomFrom } from './test/crowd.ts'

// Limits of one network without an account. `docs/figures.md` explains these numbers.

const city = useCity()
const NETWORK = ['network today', 'network yesterday']
const phone = (name: string) => name.padEnd(43, '_')

/** A report from a newly registered phone, as the app registers each new browser. */
async function reportFrom(name: string, args: Record<string, unknown> = {}) {
  await city.db.as('rider_server').rpc('register_device', { p_device: phone(name) })
  return city.report('rider_server', { p_device: phone(name), p_networks: NETWORK, ...args })
}
const apart = (n: number) => ({ p_lat: KOJA.lat - 0.01 * n })
const states = async () =>
  city.db.sql(`select state, state_reason as reason, count(*)::int as n from app.reports group by 1, 2 order by 1, 2`)

test('shows five of 110 concurrent reports of new phones on one network, holds and refuses the rest', async () => {
  const random = randomFrom(110)
  const sent = await Promise.allSettled(
    Array.from({ length: 110 }, (_, i) => {
      const { category, lat, lng } = anywhere(random)
      return reportFrom(`flood ${i}`, { p_category: category, p_lat: lat, p_lng: lng })
    }),
  )
  const refused = sent.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toHaveLength(10)
  for (const reason of refused)
    expect(reason).toMatchObject({ slug: 'rate_limited', detail: { retryAfterS: expect.any(Number) } })
  expect(await states()).toEqual([
    { state: 'held', reason: 'burst', n: 95 },
    { state: 'linked', reason: null, n: 5 },
  ])
  expect(await city.feed()).toHaveLength(5)
  expect((await city.queue()).map((entry) => entry.reason)).toEqual(Array(95).fill('network'))
})

test('a flood of other kinds refuses no report that is always reviewed', async () => {
  await Promise.all(Array.from({ length: 100 }, (_, n) => reportFrom(`flood ${n}`, { p_category: 'hazard' })))
  await expect(reportFrom('one more', { p_category: 'hazard' })).rejects.toMatchObject({ slug: 'rate_limited' })
  expect(await reportFrom('assaulted', { p_category: 'assault' })).toMatchObject({ state: 'in_review' })
})

test('returns a held report as pending and shows it nowhere, also a crash with injuries', async () => {
  for (let n = 0; n < 5; n++) await reportFrom(`phone ${n}`, apart(n))
  const answer = await reportFrom('the sixth', { ...apart(9), p_injury: 'some' })
  expect(answer).toMatchObject({ state: 'in_review', shown: 'review', incidentId: null })
  expect(await city.feed()).toHaveLength(5)
  expect(await city.queue()).toMatchObject([{ reason: 'network', author: null, hours: 4 }])
  await city.decide(answer.id, 'approved')
  expect(await city.feed()).toHaveLength(6)
})

/** Four reports of new phones on one network about one crash: all that are shown at once. */
const crowd = async () => {
  const answers = []
  for (const name of ['one', 'two', 'three', 'four']) answers.push(await reportFrom(name))
  return answers
}

test('holds a fifth similar report of new phones on one network before the limit', async () => {
  expect((await crowd()).map(({ state }) => state)).toEqual(Array(4).fill('linked'))
  expect(await reportFrom('five', { p_lat: KOJA.lat + 0.002 })).toMatchObject({ state: 'in_review' })
  expect(await reportFrom('six', { p_lat: KOJA.lat + 0.02 })).toMatchObject({ state: 'linked' })
  expect(await reportFrom('seven', { p_networks: ['another network'] })).toMatchObject({ state: 'linked' })
})

test('shows reviewers why a report is held, and its siblings from the same network', async () => {
  const [first] = await crowd()
  const held = await reportFrom('five')
  const [entry] = await city.db.sql<{ id: string }>('select id from app.review_entries where subject_id = $1', [
    held.id,
  ])
  const seen = await city.db.as('dalmas').rpc('get_review_entry', { p_id: entry?.id })
  expect(JSON.stringify(seen)).toContain(first?.id)
  expect(seen).toMatchObject({ reason: 'network' })
  expect(JSON.stringify(seen)).not.toMatch(/network (today|yesterday)|"network":/)
})

test('treats a phone as known a day after a counted report or on approval, until a rejection', async () => {
  await makePhonesKnown(city.db, ['known'])
  await city.db.resetClock()
  await reportFrom('passed', { p_category: 'robbery' })
  const [waiting] = await city.db.sql<{ id: string }>(`select id from app.reports where category = 'robbery'`)
  await city.decide(waiting?.id ?? '', 'approved')
  for (let n = 0; n < 5; n++) await reportFrom(`phone ${n}`, apart(n))
  expect(await reportFrom('new', apart(5))).toMatchObject({ state: 'in_review' })
  expect(await reportFrom('passed', apart(6))).toMatchObject({ state: 'linked' })
  expect(await reportFrom('known', apart(7))).toMatchObject({ state: 'linked' })
  expect(await reportFrom('known', apart(8))).toMatchObject({ state: 'linked' })
  // The third in an hour is weighed as one of a new phone.
  expect(await reportFrom('known', apart(9))).toMatchObject({ state: 'in_review' })
  const [held] = await city.db.sql<{ id: string }>(
    `select r.id from app.reports r where r.state = 'held' order by r.received_at desc limit 1`,
  )
  await city.decide(held?.id ?? '', 'rejected', { reasonCode: 'false_report' })
  await city.db.shiftClock('62 minutes')
  for (let n = 0; n < 5; n++) await reportFrom(`later ${n}`, apart(n + 1))
  expect(await reportFrom('known', apart(10))).toMatchObject({ state: 'in_review' })
})

test('counts yesterday’s hash of a network after midnight', async () => {
  for (let n = 0; n < 5; n++) await reportFrom(`phone ${n}`, { ...apart(n), p_networks: ['network yesterday'] })
  expect(await reportFrom('new', apart(6))).toMatchObject({ state: 'in_review' })
})

test('counts reports of unknown networks as one network, and none of accounts', async () => {
  for (let n = 0; n < 5; n++) await reportFrom(`phone ${n}`, { ...apart(n), p_networks: undefined })
  expect(await reportFrom('new', { ...apart(6), p_networks: [] })).toMatchObject({ state: 'in_review' })
  expect(await city.report('eve', { ...apart(7), p_networks: [] })).toMatchObject({ state: 'linked' })
  expect(await city.count('app.report_networks')).toBe(6)
})

test('neither counts nor rejects a retry', async () => {
  const args = { p_id: randomUUID(), ...apart(0) }
  for (let n = 0; n < 40; n++) await reportFrom('one', args)
  expect(await city.count('app.report_networks')).toBe(1)
})

test('purges a report’s network after a day, and the link to others after a decision', async () => {
  await crowd()
  await reportFrom('five')
  const [held] = await city.db.sql<{ id: string }>(`select id from app.reports where state = 'held'`)
  await city.decide(held?.id ?? '', 'approved')
  await city.db.shiftClock('23 hours')
  await city.db.sql('select app.sweep()')
  expect(await city.count('app.report_networks')).toBe(5)
  await city.db.shiftClock('25 hours')
  await city.db.sql('select app.sweep()')
  expect(await city.count('app.report_networks')).toBe(0)
  expect(await city.db.sql(`select detail from app.review_entries`)).toEqual([{ detail: {} }])
})

test('includes the network in no response and no export', async () => {
  const p_receipt_code = '0123456789ABCDEFGHJKMNPQRS'
  const answer = await reportFrom('one', { p_receipt_code })
  const receipt = await city.db.as('rider_server').rpc('get_receipt', { p_code: p_receipt_code })
  const exported = await city.db.as('amina').rpc('export_own_data', {})
  const [row] = await city.db.sql<{ text: string }>('select row_to_json(r)::text as text from app.reports r')
  expect(JSON.stringify([answer, receipt, exported, row, CAST.amina.id])).not.toMatch(/network/)
})
