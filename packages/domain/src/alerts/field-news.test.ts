import { CAST } from '@salama/testing'
import { beforeEach, expect, test } from 'vitest'
import { workerOf } from '../jobs/test/jobs.ts'
import { useField } from '../surveyor/test/field.ts'

const field = useField()
const { assignment, claim, rpc, settle } = field

type Who = 'chebet' | 'baraka' | 'eve'
type Delivery = {
  alertId: string
  endpoint: string
  locale: string
  field: {
    kind: string
    assignment: { id: string; title: string } | null
    entryId: string | null
    reason: string | null
  }
}
const endpointOf = (who: string) => `https://push.example/${who}`
const subscribe = (who: Who, args: Record<string, unknown> = {}) =>
  rpc(who, 'subscribe_push', {
    p_endpoint: endpointOf(who),
    p_p256dh: 'B'.repeat(87),
    p_auth: 'a'.repeat(22),
    p_locale: 'sw',
    p_app: 'surveyor',
    ...args,
  })
const worker = workerOf(() => field.db)
const jobs = async () => {
  await worker.makeAlerts()
  return worker.claim('push')
}
const due = async () => (await jobs()).map(({ content }) => content as Delivery)
/** Who hears what now; each message is confirmed by its push service. */
const heard = async () => {
  const messages = await jobs()
  for (const job of messages) await worker.finish(job, { gone: false })
  return messages
    .map(({ content }) => content as Delivery)
    .map(({ endpoint, field: { kind } }) => `${endpoint.split('/').at(-1)} ${kind}`)
    .toSorted()
}
const edit = (id: string, args: Record<string, unknown> = {}) =>
  rpc('dalmas', 'edit_assignment', { p_id: id, p_title: 'Koja', p_slot_count: 1, p_reason: 'The rain.', ...args })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

beforeEach(async () => {
  await Promise.all([subscribe('chebet'), subscribe('baraka')])
  await worker.answerFirst()
})

test('notifies every subscribed surveyor, and nobody else, of a new assignment in their language', async () => {
  await rpc('eve', 'subscribe_push', {
    p_endpoint: endpointOf('eve'),
    p_p256dh: 'B'.repeat(87),
    p_auth: 'a'.repeat(22),
    p_locale: 'en',
  })
  await worker.answerFirst()
  const { id, title } = await assignment()
  const messages = await due()
  expect(messages.map(({ endpoint }) => endpoint).toSorted()).toEqual([endpointOf('baraka'), endpointOf('chebet')])
  expect(messages[0]).toMatchObject({
    app: 'surveyor',
    locale: 'sw',
    field: { kind: 'assignment_new', assignment: { id, title } },
  })
  expect(await due()).toEqual([])
})

test('accepts subscriptions of surveyors only, and stops notifying a user who lost the role', async () => {
  expect(await settle(subscribe('eve'))).toBe('role_required')
  expect(await settle(subscribe('chebet', { p_app: 'console' }))).toBe('invalid_request')
  await field.db.sql(`delete from app.user_roles where user_id = $1 and role = 'surveyor'`, [CAST.baraka.id])
  await assignment()
  expect(await heard()).toEqual(['chebet assignment_new'])
})

test('sends no content to a user who lost the role before a retry', async () => {
  await assignment()
  expect(await due()).toHaveLength(2)
  await field.db.sql(`delete from app.user_roles where user_id = $1 and role = 'surveyor'`, [CAST.baraka.id])
  await field.db.shiftClock('11 minutes')
  expect((await due()).map(({ endpoint, field: news }) => [endpoint, news?.kind])).toEqual(
    expect.arrayContaining([
      [endpointOf('chebet'), 'assignment_new'],
      [endpointOf('baraka'), undefined],
    ]),
  )
})

test('notifies the holder of a changed and a closed assignment, and nobody of an unchanged one', async () => {
  const { id } = await assignment({ p_slot_count: 1 })
  await claim('chebet', id)
  await heard()
  await edit(id)
  expect(await heard()).toEqual(['chebet assignment_changed'])
  await edit(id)
  await edit(id, { p_slot_count: 2 })
  expect(await heard()).toEqual([])
  // A second change is notified again.
  await edit(id, { p_slot_count: 2, p_instructions: 'From the bridge.' })
  expect(await heard()).toEqual(['chebet assignment_changed'])
  await rpc('dalmas', 'close_assignment', { p_id: id, p_reason: 'No longer needed.' })
  await rpc('dalmas', 'close_assignment', { p_id: id, p_reason: 'No longer needed.' })
  expect(await heard()).toEqual(['chebet assignment_closed'])
})

test('notifies a surveyor of an assigned slot, unless they no longer hold it', async () => {
  const { id } = await assignment()
  await heard()
  const assign = (p_surveyor_id: string, p_holder_id: string | null) =>
    rpc('dalmas', 'assign_assignment_slot', { p_id: id, p_n: 1, p_surveyor_id, p_holder_id, p_reason: 'She is near.' })
  await assign(CAST.chebet.id, null)
  expect(await heard()).toEqual(['chebet assignment_assigned'])
  await assign(CAST.baraka.id, CAST.chebet.id)
  await rpc('dalmas', 'free_assignment_slot', { p_id: id, p_n: 1, p_reason: 'A mistake.' })
  expect((await due()).map((message) => message.field)).toEqual([null])
})

test('sends one reminder a day before the due date, to holders and, while a slot is free, to everybody', async () => {
  const { id } = await assignment({ p_due_at: inHours(40), p_slot_count: 2 })
  await heard()
  expect(await heard()).toEqual([])
  await field.db.shiftClock('17 hours')
  await claim('chebet', id)
  expect(await heard()).toEqual(['baraka assignment_due', 'chebet assignment_due'])
  expect(await heard()).toEqual([])
  // Another date is another deadline.
  await edit(id, { p_slot_count: 2, p_due_at: inHours(60) })
  expect(await heard()).toEqual(['chebet assignment_changed'])
  await field.db.shiftClock('37 hours')
  expect(await heard()).toEqual(['baraka assignment_due', 'chebet assignment_due'])
})

test('reminds only the holder of a full assignment, an hour after the claim', async () => {
  const { id } = await assignment({ p_due_at: inHours(20) })
  await heard()
  await claim('chebet', id, { p_offline: true })
  expect(await heard()).toEqual([])
  await field.db.shiftClock('2 hours')
  expect(await heard()).toEqual(['chebet assignment_due'])
})

test('notifies the surveyor of a returned entry, without its plate or the reviewer’s note', async () => {
  const session = await field.start('chebet')
  const sent = await field.submit('chebet', session.id)
  await field.decide(sent.id, 'changes_requested', { reasonCode: 'facts_wrong', note: 'Count the seats again.' })
  const [message, ...others] = await due()
  expect(others).toEqual([])
  expect(message).toMatchObject({
    endpoint: endpointOf('chebet'),
    field: { kind: 'entry_returned', entryId: sent.id, reason: 'facts_wrong', assignment: null },
  })
  expect(JSON.stringify(message)).not.toMatch(/KZZ|Count the seats/)
})

test('sends no content about an assignment that was closed before the message is sent', async () => {
  const { id } = await assignment()
  await rpc('dalmas', 'close_assignment', { p_id: id, p_reason: 'A mistake.' })
  expect((await due()).map((message) => message.field)).toEqual([null, null])
})

test('hides field news from the rider app, exports them and deletes them with the account', async () => {
  await assignment()
  expect(await rpc('chebet', 'list_alerts')).toMatchObject({ data: [] })
  expect(await rpc('chebet', 'list_follows')).toMatchObject({ unread: 0 })
  const [exported] = await field.db.sql<{ alerts: { alerts: { kind: string }[] } }>(
    'select app.export_alerts_of($1) as alerts',
    [CAST.chebet.id],
  )
  expect(exported?.alerts.alerts).toMatchObject([{ kind: 'assignment_new' }])
  await field.db.sql('select app.erase_alerts_of($1)', [CAST.chebet.id])
  expect(await field.count('app.alerts')).toBe(1)
})
