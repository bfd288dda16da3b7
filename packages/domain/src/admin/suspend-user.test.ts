import { randomUUID } from 'node:crypto'
import { CAST, type PersonName } from '@salama/testing'
import { expect, test } from 'vitest'
import { User } from './contract.ts'
import { usePeople } from './test/people.ts'

const office = usePeople()
const { replace, settle } = office
const rpc = (who: PersonName, name: string, args: object = {}) => office.db.as(who).rpc(name, { ...args })
const suspend = async (id: string, who: PersonName = 'dalmas', p_reason = 'Invented reports.') =>
  User.parse(await rpc(who, 'suspend_user', { p_user_id: id, p_reason }))
const reinstate = async (id: string, who: PersonName = 'dalmas') =>
  User.parse(await rpc(who, 'reinstate_user', { p_user_id: id, p_reason: 'A mistake.' }))

test('refuses every token of a suspended account, keeps what it sent, and lets it in again', async () => {
  await office.db.sql(`insert into app.profiles (user_id, display_name) values ($1, 'Eve')`, [CAST.eve.id])
  const first = await suspend(CAST.eve.id)
  expect(first.suspendedAt).not.toBeNull()
  expect(await suspend(CAST.eve.id)).toEqual(first)
  for (const name of ['get_current_user', 'list_own_reports', 'list_saccos', 'export_own_data'])
    await expect(rpc('eve', name)).rejects.toMatchObject({ slug: 'invalid_token', detail: { because: 'suspended' } })
  expect(await office.db.sql('select display_name from app.profiles')).toEqual([{ display_name: 'Eve' }])
  expect(await reinstate(CAST.eve.id)).toMatchObject({ suspendedAt: null })
  expect(await reinstate(CAST.eve.id)).toMatchObject({ suspendedAt: null })
  expect(await settle(rpc('eve', 'get_current_user'))).toBe('done')
  const log = await office.db.sql('select action, subject_id, reason from app.audit_log order by id')
  expect(log).toEqual([
    { action: 'user.suspended', subject_id: CAST.eve.id, reason: 'Invented reports.' },
    { action: 'user.reinstated', subject_id: CAST.eve.id, reason: 'A mistake.' },
  ])
})

test('nobody suspends themselves or an admin, and only admins suspend', async () => {
  expect(await settle(suspend(CAST.dalmas.id))).toBe('own_roles')
  await replace('dalmas', CAST.baraka.id, ['admin'])
  expect(await settle(suspend(CAST.baraka.id))).toBe('invalid_transition')
  expect(await settle(suspend(randomUUID()))).toBe('not_found')
  expect(await settle(suspend(CAST.eve.id, 'dalmas', ''))).toBe('invalid_request')
  for (const who of ['eve', 'chebet'] as const) {
    expect(await settle(suspend(CAST.amina.id, who))).toBe('role_required')
    expect(await settle(reinstate(CAST.amina.id, who))).toBe('role_required')
  }
  expect(await office.db.sql('select from app.suspended_users')).toEqual([])
})
