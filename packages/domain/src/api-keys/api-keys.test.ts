import { randomBytes, randomUUID } from 'node:crypto'
import { CAST, type PersonName } from '@salama/testing'
import { expect, test } from 'vitest'
import { API_KEY_RULES } from '../shared/limits.ts'
import { SCOPES } from '../shared/operation.ts'
import { ApiKeyBody } from './contract.ts'
import { useKeys } from './test/keys.ts'

const service = useKeys()
const { create, rotate, revoke, list, verify, rows, settle, days } = service

test('a new key is listed only for its owner, has its scopes, and expires after a year', async () => {
  const made = await create('amina', { p_scopes: ['search:read', 'incidents:read', 'search:read'] })
  expect(made).toMatchObject({ name: 'Fleet monitor', state: 'active', lastUsedAt: null, replacedBy: null })
  expect(made.scopes).toEqual(['incidents:read', 'search:read'])
  expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(365 * 86_400_000)
  const { hash, ...shown } = made
  expect(await list('amina')).toEqual([shown])
  expect(await list('baraka')).toEqual([])
  expect(await verify(made)).toMatchObject({
    state: 'active',
    keyId: made.id,
    ownerId: CAST.amina.id,
    scopes: ['incidents:read', 'search:read'],
  })
  expect(JSON.stringify(await list('amina'))).not.toContain(hash)
})

test('accepts every scope of the contract', async () => {
  expect((await create('amina', { p_scopes: [...SCOPES] })).scopes).toEqual([...SCOPES].toSorted())
})

test('a wrong secret and an unknown prefix get the same response', async () => {
  const made = await create('amina')
  const other = await create('baraka')
  for (const key of [
    { ...made, hash: randomBytes(32).toString('hex') },
    { ...made, hash: other.hash },
    { ...made, prefix: 'zzzzzzzzzz' },
    { prefix: '', hash: '' },
  ])
    expect(await verify(key)).toEqual({ state: 'unknown' })
  expect((await list('amina'))[0]?.lastUsedAt).toBeNull()
})

test('rejects key management without sign-in, and verification by a user', async () => {
  const made = await create('amina')
  const before = await rows()
  for (const who of ['anon', 'api_server'] as const)
    for (const attempt of [create, list, () => revoke(who, made.id), () => rotate(who, made.id)])
      await expect(attempt(who)).rejects.toMatchObject({ code: '42501' })
  for (const who of ['anon', 'amina', 'dalmas'] as const)
    await expect(
      service.db.as(who).rpc('verify_api_key', { p_prefix: made.prefix, p_secret_hash: made.hash }),
    ).rejects.toMatchObject({ code: '42501' })
  expect(await rows()).toEqual(before)
})

test.each<PersonName>(['eve', 'dalmas'])(
  '%s can neither list, revoke nor rotate the key of another user',
  async (who) => {
    const made = await create('amina')
    const before = await rows()
    for (const attempt of [() => revoke(who, made.id), () => rotate(who, made.id), () => revoke(who, randomUUID())])
      await expect(attempt()).rejects.toMatchObject({ slug: 'not_found', detail: undefined })
    expect(await list(who)).toEqual([])
    expect(await rows()).toEqual(before)
  },
)

test.each([
  ['no name', { p_name: ' ' }, 'name', 'invalid_value'],
  ['a long name', { p_name: 'x'.repeat(API_KEY_RULES.nameLength + 1) }, 'name', 'invalid_value'],
  ['a name of two lines', { p_name: 'Fleet\nmonitor' }, 'name', 'invalid_value'],
  ['a name that turns its direction', { p_name: 'Fleet\u202erotinom' }, 'name', 'invalid_value'],
  ['no scope', { p_scopes: [] }, 'scopes', 'invalid_value'],
  ['a null scope', { p_scopes: null }, 'scopes', 'invalid_value'],
  ['an unknown scope', { p_scopes: ['incidents:read', 'admin:write'] }, 'scopes', 'invalid_value'],
  ['a life of 366 days', { p_expires_in_days: 366 }, 'expiresInDays', 'out_of_range'],
  ['a life of no day', { p_expires_in_days: 0 }, 'expiresInDays', 'out_of_range'],
  ['a life without end', { p_expires_in_days: null }, 'expiresInDays', 'out_of_range'],
])('rejects %s when the database is called directly with a token', async (_, args, path, code) => {
  await expect(create('eve', args)).rejects.toMatchObject({
    slug: 'invalid_request',
    detail: { errors: [{ path, code }] },
  })
  expect(await rows()).toEqual([])
})

test.each(['Fleet\nmonitor', 'Fleet\u2028monitor', 'Fleet \u202erotinom', 'Fleet\u0007'])(
  'the contract rejects a name like %j and accepts printable characters of any script',
  (name) => {
    const body = (wish: string) => ApiKeyBody.safeParse({ name: wish, scopes: ['incidents:read'] })
    expect(body(name).success).toBe(false)
    expect(body(' Mfumo wa Nairobi – 🚐 «№ 1» \n').data?.name).toBe('Mfumo wa Nairobi – 🚐 «№ 1»')
  },
)

test('rejects a used or malformed prefix, an invalid hash and a long idempotency key', async () => {
  const taken = await create('amina')
  for (const args of [
    { p_prefix: taken.prefix },
    { p_prefix: 'short' },
    { p_prefix: null },
    { p_secret_hash: 'abc' },
    { p_idempotency_key: 'x'.repeat(256) },
  ])
    await expect(create('eve', args)).rejects.toMatchObject({ slug: 'invalid_request' })
  expect(await rows()).toHaveLength(1)
})

test('rejects a sixth active key; a revoked or expired key frees a place', async () => {
  const made = [await create('amina', { p_expires_in_days: 1 })]
  for (let i = 0; i < 4; i++) made.push(await create('amina'))
  await expect(create('amina')).rejects.toMatchObject({
    slug: 'too_many_api_keys',
    detail: { max: API_KEY_RULES.most },
  })
  expect(await rows()).toHaveLength(5)
  await create('baraka')
  await revoke('amina', made[1]?.id ?? '')
  await create('amina')
  await expect(create('amina')).rejects.toMatchObject({ slug: 'too_many_api_keys' })
  await days(2)
  await create('amina')
  expect((await list('amina')).map((key) => key.state).toSorted()).toEqual([
    ...Array(5).fill('active'),
    'expired',
    'revoked',
  ])
})

test('ten concurrent requests create at most five keys', async () => {
  // Opens all connections first, so that the ten requests start together.
  await service.db.parallel(Array.from({ length: 10 }, () => () => list('amina')))
  const answers = await service.db.parallel(Array.from({ length: 10 }, () => () => settle(create('amina'))))
  expect(answers.filter((answer) => answer === 'made')).toHaveLength(5)
  expect((await list('amina')).map((key) => key.state)).toEqual(Array(5).fill('active'))
})
test('limits key creation to twenty a day, including revoked keys', async () => {
  for (let i = 0; i < 20; i++) await revoke('amina', (await create('amina')).id)
  await expect(create('amina')).rejects.toMatchObject({
    slug: 'rate_limited',
    detail: { retryAfterS: expect.any(Number) },
  })
  await days(1.01)
  await create('amina')
})

test('a revoked key is rejected at once, is listed after the active ones, and revoking it again succeeds', async () => {
  const made = await create('amina')
  const kept = await create('amina')
  await revoke('amina', kept.id)
  expect(await revoke('amina', kept.id)).toEqual({ prefix: kept.prefix })
  expect(await verify(kept)).toMatchObject({ state: 'revoked' })
  expect((await list('amina')).map(({ id, state }) => [id, state])).toEqual([
    [made.id, 'active'],
    [kept.id, 'revoked'],
  ])
  expect(await verify(made)).toMatchObject({ state: 'active' })
})

test('a key past its expiry is expired; a revoked one stays revoked', async () => {
  const made = await create('amina', { p_expires_in_days: 1 })
  const revoked = await create('amina', { p_expires_in_days: 1 })
  await revoke('amina', revoked.id)
  expect((await verify(made)).expiresInS).toBeGreaterThan(86_390)
  await service.db.shiftClock('23 hours 59 minutes')
  expect(await verify(made)).toMatchObject({ state: 'active' })
  await days(1)
  expect(await verify(made)).toMatchObject({ state: 'expired' })
  expect(await verify(revoked)).toMatchObject({ state: 'revoked' })
})

test('stores the first use at once, later uses at most once a minute, and rejected uses never', async () => {
  const made = await create('amina')
  const stamp = async () => (await service.db.sql<{ at: Date }>('select last_used_at as at from app.api_keys'))[0]?.at
  await verify(made)
  const first = await stamp()
  expect(first).not.toBeNull()
  await service.db.shiftClock('55 seconds')
  await verify(made)
  expect(await stamp()).toEqual(first)
  await service.db.shiftClock('65 seconds')
  await verify(made)
  const second = await stamp()
  expect(second).not.toEqual(first)
  await revoke('amina', made.id)
  await service.db.shiftClock('1 hour')
  await verify(made)
  expect(await stamp()).toEqual(second)
})

test('a repeated request returns the id of the first key for a day and creates no second one', async () => {
  const args = { p_idempotency_key: 'monday' }
  const made = await create('amina', args)
  const repeat = { slug: 'api_key_already_created', detail: { keyId: made.id } }
  await expect(create('amina', args)).rejects.toMatchObject(repeat)
  await expect(create('amina', { ...args, p_name: 'Other' })).rejects.toMatchObject({ slug: 'idempotency_key_reused' })
  await expect(rotate('amina', made.id, args)).rejects.toMatchObject({ slug: 'idempotency_key_reused' })
  expect(await rows()).toHaveLength(1)
  // Idempotency keys are scoped to their owner.
  expect((await create('eve', args)).id).not.toBe(made.id)

  const rotation = { p_idempotency_key: 'tuesday' }
  const next = await rotate('amina', made.id, rotation)
  await expect(rotate('amina', made.id, rotation)).rejects.toMatchObject({
    slug: 'api_key_already_created',
    detail: { keyId: next.id },
  })
  await days(1.01)
  expect((await create('amina', args)).id).not.toBe(made.id)
})

test('ten concurrent copies of one request create one key, and the others get its id', async () => {
  const answers = await service.db.parallel(
    Array.from({ length: 10 }, () => () => settle(create('amina', { p_idempotency_key: 'once' }))),
  )
  const [made] = await list('amina')
  expect(await rows()).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'made')).toHaveLength(1)
  for (const answer of answers)
    if (answer !== 'made')
      expect(answer).toMatchObject({ slug: 'api_key_already_created', detail: { keyId: made?.id } })
})
