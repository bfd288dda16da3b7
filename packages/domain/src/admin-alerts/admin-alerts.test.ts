import { CAST, type PersonName, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { workerOf } from '../jobs/test/jobs.ts'
import { useCity } from '../reports/test/city.ts'
import { AdminAlerts } from './contract.ts'

const city = useCity()
const call = async (fn: string, args: Record<string, unknown> = {}, who: PersonName = 'dalmas') =>
  AdminAlerts.parse(await city.db.as(who).rpc(fn, args))
const list = (args?: Record<string, unknown>) => call('list_admin_alerts', args)
const worker = workerOf(() => city.db)
const due = () => worker.contents('admin_mail')
const injury = () => city.report('amina', { p_injury: 'some' })

test('alerts admins of an injury and an assault, the latter by the full hour, and never of who reported', async () => {
  await injury()
  await city.report('baraka', { p_category: 'assault', p_injury: undefined, p_vehicle: SIMBA.plate })
  await city.report('eve', { p_category: 'hazard', p_injury: undefined })
  const { data, unread } = await list()
  expect(data.map(({ kind, entryKind, isRead }) => [kind, entryKind, isRead])).toEqual([
    ['assault', 'report', false],
    ['injury', 'report', false],
  ])
  expect(unread).toBe(2)
  expect(data[0]?.at).toMatch(/:00:00Z$/)
  for (const { id } of Object.values(CAST)) expect(JSON.stringify(data)).not.toContain(id)
  expect((await list({ p_after: data[1]?.id })).data).toHaveLength(1)
})

test('alerts once of an overdue entry, and once an hour of a stopped feed', async () => {
  await injury()
  await city.db.shiftClock('4 hours 1 minute')
  expect((await list()).data.map(({ kind }) => kind)).toContain('overdue')
  const before = (await list()).data.length
  await city.db.sql('select app.sweep()')
  expect((await list()).data).toHaveLength(before)
  await city.db.sql(`update app.incident_changes_due set due_at = app.now() - interval '4 minutes'`)
  await city.db.sql(`insert into app.incident_changes_due (incident_id, due_at)
    select id, app.now() - interval '4 minutes' from app.incidents on conflict do nothing`)
  await list()
  expect((await list()).data.filter(({ kind }) => kind === 'feed_stopped')).toHaveLength(1)
})

test('marks alerts as read per admin, and never as unread again', async () => {
  await injury()
  const [newest] = (await list()).data
  expect(await call('read_admin_alerts', { p_to: newest?.id })).toMatchObject({ unread: 0, data: [{ isRead: true }] })
  expect(await call('read_admin_alerts', { p_to: 0 })).toMatchObject({ unread: 0 })
  await call('read_admin_alerts', { p_to: 999_999 })
  await city.report('baraka', { p_injury: 'some' })
  expect(await list()).toMatchObject({ unread: 1 })
})

test('mails counts at once when chosen, one mail at a time, and none twice', async () => {
  await city.db.sql(
    `insert into auth.users (id, email, email_confirmed_at) values ($1, 'dalmas@salama.test', now()) on conflict do nothing`,
    [CAST.dalmas.id],
  )
  await injury()
  expect(await due()).toEqual([])
  await call('choose_admin_alerts', { p_email: 'at_once', p_locale: 'sw' })
  expect(await due()).toEqual([])
  await city.report('baraka', { p_injury: 'some' })
  const [mail] = await worker.claim('admin_mail')
  if (!mail) throw new Error('There is no mail')
  expect(mail.content).toMatchObject({ to: 'dalmas@salama.test', how: 'at_once', locale: 'sw', kinds: { injury: 1 } })
  // While it is sent, another alert waits for the next mail.
  await city.report('eve', { p_injury: 'some' })
  expect(await due()).toEqual([])
  await worker.finish(mail, mail.content)
  expect(await due()).toMatchObject([{ kinds: { injury: 1 } }])
  await expect(call('choose_admin_alerts', { p_email: 'hourly' })).rejects.toMatchObject({ slug: 'invalid_request' })
})

test('rejects everybody but admins', async () => {
  await injury()
  for (const who of ['eve', 'chebet'] as const)
    for (const [fn, args] of [
      ['list_admin_alerts', {}],
      ['read_admin_alerts', { p_to: 1 }],
      ['choose_admin_alerts', { p_email: 'at_once' }],
    ] as const)
      await expect(city.db.as(who).rpc(fn, args)).rejects.toMatchObject({ slug: 'role_required' })
  expect(await city.db.sql('select from app.admin_alert_settings')).toEqual([])
})
