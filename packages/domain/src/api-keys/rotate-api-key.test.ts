import { expect, test } from 'vitest'
import { API_KEY_RULES } from '../shared/limits.ts'
import { useKeys } from './test/keys.ts'

const service = useKeys()
const { create, rotate, revoke, list, verify, rows, settle, days } = service

test('a rotated key works for 24 more hours; its replacement has the same name, scopes and lifetime', async () => {
  const old = await create('amina', { p_name: 'Poster', p_scopes: ['routes:read'], p_expires_in_days: 30 })
  await days(10)
  const made = await rotate('amina', old.id)
  expect(made).toMatchObject({ name: 'Poster', scopes: ['routes:read'], state: 'active' })
  expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(30 * 86_400_000)
  expect((await list('amina')).find((key) => key.id === old.id)).toMatchObject({ replacedBy: made.id })
  await service.db.shiftClock(`10 days ${API_KEY_RULES.graceHours - 1} hours`)
  expect([(await verify(old)).state, (await verify(made)).state]).toEqual(['active', 'active'])
  await service.db.shiftClock(`10 days ${API_KEY_RULES.graceHours} hours 1 minute`)
  expect([(await verify(old)).state, (await verify(made)).state]).toEqual(['expired', 'active'])
})

test('rotation never extends the lifetime of the old key', async () => {
  const old = await create('amina', { p_expires_in_days: 1 })
  await service.db.shiftClock('20 hours')
  await rotate('amina', old.id)
  expect((await list('amina')).find((key) => key.id === old.id)?.expiresAt).toBe(old.expiresAt)
})

test('rejects rotating a revoked, expired or already replaced key', async () => {
  const revoked = await create('amina')
  await revoke('amina', revoked.id)
  const expired = await create('amina', { p_expires_in_days: 1 })
  await days(2)
  const replaced = await create('amina')
  await rotate('amina', replaced.id)
  const before = await rows()
  for (const [key, currentState, allowedTransitions] of [
    [revoked, 'revoked', []],
    [expired, 'expired', ['revoked']],
    [replaced, 'active', ['revoked']],
  ] as const) {
    await expect(rotate('amina', key.id)).rejects.toMatchObject({
      slug: 'invalid_transition',
      detail: { currentState, allowedTransitions },
    })
    expect((await list('amina')).find(({ id }) => id === key.id)?.state).toBe(currentState)
  }
  expect(await rows()).toEqual(before)
})

test('rotates five keys, but rejects a sixth rotation during the grace period', async () => {
  const first = []
  for (let i = 0; i < API_KEY_RULES.most; i++) first.push(await create('amina'))
  const second = []
  for (const key of first) second.push(await rotate('amina', key.id))
  await expect(create('amina')).rejects.toMatchObject({ slug: 'too_many_api_keys' })
  await expect(rotate('amina', second[0]?.id ?? '')).rejects.toMatchObject({ slug: 'too_many_api_keys' })
  await days(1.01)
  await rotate('amina', second[0]?.id ?? '')
})

test('five concurrent rotations of one key create one replacement', async () => {
  const old = await create('amina')
  await service.db.parallel(Array.from({ length: 5 }, () => () => settle(rotate('amina', old.id))))
  expect(await rows()).toHaveLength(2)
})
