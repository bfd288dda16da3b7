import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import { TAUSI, useGroups } from './test/groups.ts'

const city = useGroups()
const { as, get, groupsOf, platesOf, slugOf, pairs } = city
const retire = (who: 'dalmas' | 'eve' | 'chebet' = 'dalmas', p_id = 'tausi') =>
  as(who).rpc('retire_sacco', { p_id, p_reason: 'Licence withdrawn.' })
const restore = (who: 'dalmas' | 'eve' = 'dalmas') =>
  as(who).rpc('restore_sacco', { p_id: TAUSI, p_reason: 'Licence renewed.' })
const found = async () =>
  (
    (await as('eve').rpc('search', { p_q: 'tausi demo sacco', p_types: ['sacco'] })) as { data: { id: string }[] }
  ).data.some(({ id }) => id === TAUSI)

test('leaves a retired group out of lists, search and duplicates, and keeps its vehicles', async () => {
  expect(await found()).toBe(true)
  expect(await retire()).toMatchObject({ id: TAUSI, retiredAt: expect.any(String), vehicles: 2 })
  expect(await groupsOf()).not.toContain('tausi')
  expect(await found()).toBe(false)
  expect(await pairs()).toEqual([])
  expect(await platesOf('tausi')).toEqual(['KZZ001A', 'KZZ002A'])
  expect(await as('eve').rpc('list_saccos', { p_retired: true })).toMatchObject({
    data: [{ slug: 'tausi', retiredAt: expect.any(String), vehicles: 2 }],
  })
  expect(await slugOf(as('dalmas').rpc('create_sacco', { p_name: 'Tausi Demo Sacco' }))).toBe('alias_taken')
})

test('leaves a retired group out of the names on a surveyor’s phone', async () => {
  await city.db.sql(`insert into app.user_roles (user_id, role) values ($1, 'surveyor') on conflict do nothing`, [
    CAST.chebet.id,
  ])
  await retire()
  const { saccos } = (await as('chebet').rpc('list_field_names')) as { saccos: { id: string }[] }
  expect(saccos.map(({ id }) => id)).not.toContain(TAUSI)
  expect(saccos).toHaveLength(2)
})

test('brings a group back, and audits each change once', async () => {
  await retire()
  await retire()
  await restore()
  await restore()
  expect(await get(TAUSI)).toMatchObject({ retiredAt: null })
  expect(await groupsOf()).toContain('tausi')
  expect(await found()).toBe(true)
  expect(await city.db.sql(`select action, subject_id, reason from app.audit_log order by id`)).toEqual([
    { action: 'sacco.retired', subject_id: TAUSI, reason: 'Licence withdrawn.' },
    { action: 'sacco.restored', subject_id: TAUSI, reason: 'Licence renewed.' },
  ])
})

test('requires an admin, a reason and an existing group', async () => {
  for (const who of ['eve', 'chebet'] as const) expect(await slugOf(retire(who))).toBe('role_required')
  expect(await slugOf(restore('eve'))).toBe('role_required')
  expect(await slugOf(retire('dalmas', 'nobody'))).toBe('not_found')
  expect(await slugOf(as('dalmas').rpc('retire_sacco', { p_id: TAUSI, p_reason: 'x' }))).toBe('invalid_request')
  expect(await groupsOf()).toContain('tausi')
})
