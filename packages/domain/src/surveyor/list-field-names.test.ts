import type { PersonName } from '@salama/testing'
import { expect, test } from 'vitest'
import { useField } from './test/field.ts'

const field = useField()

type Names = { saccos: object[]; routes: { shortName: string }[] }

test('returns every operator group with its aliases and every active route', async () => {
  const [sacco] = await field.db.sql<{ id: string }>(
    `insert into app.saccos (slug, name) values ('kifaru', 'Kifaru Demo Sacco') returning id`,
  )
  await field.rpc('dalmas', 'add_sacco_alias', { p_id: sacco?.id, p_alias: 'Kifaru Express' })
  const names = (await field.rpc('chebet', 'list_field_names')) as Names
  expect(names.saccos).toEqual([{ id: sacco?.id, name: 'Kifaru Demo Sacco', aliases: ['Kifaru Express'] }])
  expect(names.routes).toHaveLength(await field.count('app.routes where retired_at is null'))
  await field.db.sql('update app.routes set retired_at = app.now()')
  expect(((await field.rpc('chebet', 'list_field_names')) as Names).routes).toEqual([])
})

test.each(['amina', 'eve', 'dalmas'] satisfies PersonName[])('refuses %s, who is no surveyor', async (who) => {
  await expect(field.rpc(who, 'list_field_names')).rejects.toMatchObject({ slug: 'role_required' })
})
