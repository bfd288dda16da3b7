import { expect, test } from 'vitest'
import { AdminSacco } from './contract.ts'
import { useGroups } from './test/groups.ts'

const city = useGroups()
const { as, slugOf } = city
const create = async (p_name: string, p_idempotency_key?: string) =>
  AdminSacco.parse(await as('dalmas').rpc('create_sacco', { p_name, p_idempotency_key }))
const rename = async (p_id: string, p_name: string, p_reason = 'Painted anew.') =>
  AdminSacco.parse(await as('dalmas').rpc('rename_sacco', { p_id, p_name, p_reason }))
const names = async () =>
  (await city.db.sql<{ name: string }>('select name from app.saccos order by name')).map(({ name }) => name)

test('creates a group once, whose name nobody else has', async () => {
  const made = await create(' Nyota Demo Shuttle ', 'key-1')
  expect(made).toMatchObject({ name: 'Nyota Demo Shuttle', slug: 'nyota-demo-shuttle', vehicles: 0, aliases: [] })
  expect(await create(' Nyota Demo Shuttle ', 'key-1')).toEqual(made)
  expect(await slugOf(create('NYOTA demo shuttle'))).toBe('alias_taken')
  for (const name of ['', 'x', '---', 'a'.repeat(121), 'two\nlines'])
    expect(await slugOf(create(name))).toBe('invalid_request')
})

test('a renamed group is found by both names, under the slug that it had', async () => {
  const { id, slug } = await create('Nyota Demo Shuttle')
  expect(await rename(slug, 'Nyota Demo Express')).toMatchObject({ id, slug, aliases: ['Nyota Demo Shuttle'] })
  expect(await slugOf(create('Nyota Demo Shuttle'))).toBe('alias_taken')
  expect(await rename(slug, 'Nyota Demo Shuttle')).toMatchObject({ aliases: ['Nyota Demo Express'] })
  expect(await rename(slug, 'Nyota Demo Shuttle')).toMatchObject({ aliases: ['Nyota Demo Express'] })
  const log = await city.db.sql<{ action: string }>('select action from app.audit_log order by id')
  expect(log.map(({ action }) => action)).toEqual(['sacco.created', 'sacco.renamed', 'sacco.renamed'])
  expect(await slugOf(rename('nobody', 'Nobody Sacco'))).toBe('not_found')
  expect(await slugOf(rename(slug, 'Nyota', ''))).toBe('invalid_request')
})

test('only admins name groups, and nothing changes for others', async () => {
  const before = await names()
  for (const who of ['eve', 'chebet'] as const) {
    expect(await slugOf(as(who).rpc('create_sacco', { p_name: 'Eve Sacco' }))).toBe('role_required')
    expect(await slugOf(as(who).rpc('rename_sacco', { p_id: 'kifaru', p_name: 'Eve', p_reason: 'Mine.' }))).toBe(
      'role_required',
    )
  }
  expect(await names()).toEqual(before)
})
