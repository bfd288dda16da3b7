import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { TAUSI, TAUSI_TWO, useGroups } from './test/groups.ts'

const city = useGroups()
const { merge, apart, pairs, slugOf } = city

test('does not suggest groups that are kept apart, and still allows merging them', async () => {
  expect(await apart(TAUSI, TAUSI_TWO)).toMatchObject({ id: TAUSI })
  expect(await apart(TAUSI_TWO, TAUSI)).toMatchObject({ id: TAUSI_TWO })
  expect(await pairs()).toEqual([])
  expect(await city.db.sql('select action, subject_id, reason, detail from app.audit_log')).toEqual([
    {
      action: 'sacco.kept_apart',
      subject_id: TAUSI,
      reason: 'Two offices.',
      detail: { from: TAUSI_TWO, name: 'TAUSI DEMO TRAVELLERS LTD' },
    },
  ])
  expect(await merge(TAUSI_TWO, TAUSI)).toMatchObject({ id: TAUSI, vehicles: 3 })
})

test('rejects keeping a group apart from itself, an unknown or merged group, or without a reason', async () => {
  expect(await slugOf(apart(TAUSI, TAUSI))).toBe('invalid_request')
  expect(await slugOf(apart(TAUSI, randomUUID()))).toBe('invalid_request')
  expect(await slugOf(apart(randomUUID(), TAUSI))).toBe('not_found')
  expect(await slugOf(apart(TAUSI, TAUSI_TWO, ' a '))).toBe('invalid_request')
  await merge(TAUSI_TWO, TAUSI)
  expect(await slugOf(apart(TAUSI, TAUSI_TWO))).toBe('invalid_request')
  expect(await city.db.sql('select from app.saccos_apart')).toEqual([])
})

test('records five concurrent requests of admins once', async () => {
  const groups = await city.db.parallel(Array.from({ length: 5 }, () => () => apart(TAUSI, TAUSI_TWO)))
  expect(groups.map(({ id }) => id)).toEqual(Array(5).fill(TAUSI))
  expect(await city.db.sql('select action from app.audit_log')).toEqual([{ action: 'sacco.kept_apart' }])
})
