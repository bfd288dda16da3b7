import { randomUUID } from 'node:crypto'
import {
  buildSmallCity,
  CAST,
  openDatabase,
  type PersonName,
  SIMBA,
  type TestDatabase,
  type Who,
} from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { REASON_LENGTH } from '../shared/limits.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await buildSmallCity(db)
})
afterAll(() => db.close())

const make = async (who: Who, args: Record<string, unknown> = {}) =>
  (await db.as(who).rpc('make_vehicle_sticker', { p_id: SIMBA.id, ...args })) as { publicCode: string }
const rotate = (who: Who, p_reason: string | null = 'The sticker was stolen.') =>
  make(who, { p_rotate: true, p_reason })
const profile = (identifier: string) => db.as('eve').rpc('get_vehicle_profile', { p_identifier: identifier })
const codes = async () => [
  await db.sql('select public_code from app.vehicles'),
  await db.sql('select public_code from app.retired_codes order by retired_at'),
  await db.sql('select action, actor_id, subject_id, reason from app.audit_log'),
]

test('returns the vehicle and its code for the sticker, and changes nothing', async () => {
  const before = await codes()
  expect(await make('dalmas')).toMatchObject({ publicCode: SIMBA.publicCode, vehicle: { plate: SIMBA.plate } })
  expect(await codes()).toEqual(before)
})

test('after a rotation the new code resolves to the vehicle, the old one to nothing, and it is audited', async () => {
  const { publicCode } = await rotate('dalmas')
  expect(publicCode).toMatch(/^V-[0-9A-HJKMNP-TV-Z]{8}$/)
  expect(publicCode).not.toBe(SIMBA.publicCode)
  expect(await profile(publicCode)).toMatchObject({ id: SIMBA.id, publicCode })
  await expect(profile(SIMBA.publicCode)).rejects.toMatchObject({ slug: 'not_found' })
  expect(await codes()).toEqual([
    [{ public_code: publicCode }],
    [{ public_code: SIMBA.publicCode }],
    [
      {
        action: 'vehicle.code_rotated',
        actor_id: CAST.dalmas.id,
        subject_id: SIMBA.id,
        reason: 'The sticker was stolen.',
      },
    ],
  ])
})

test('two concurrent rotations leave one active code and two retired ones', async () => {
  const made = await db.parallel([() => rotate('dalmas'), () => rotate('dalmas')])
  const [vehicles, retired] = await codes()
  expect(made.map((sticker) => ({ public_code: sticker.publicCode }))).toContainEqual(vehicles?.[0])
  expect(retired).toHaveLength(2)
})

test.each([null, '', '  ', 'x'.repeat(REASON_LENGTH.minLength - 1), 'x'.repeat(REASON_LENGTH.maxLength + 1)])(
  'rejects a code rotation without a valid reason (%j)',
  async (reason) => {
    const before = await codes()
    await expect(rotate('dalmas', reason)).rejects.toMatchObject({
      slug: 'invalid_request',
      detail: { path: 'reason' },
    })
    expect(await codes()).toEqual(before)
  },
)

test('returns not_found for an unknown vehicle', async () => {
  await expect(make('dalmas', { p_id: randomUUID() })).rejects.toMatchObject({ slug: 'not_found' })
})

test.each<PersonName>(['eve', 'chebet'])('%s can neither print a sticker nor rotate a code', async (who) => {
  const before = await codes()
  for (const attempt of [make, rotate]) await expect(attempt(who)).rejects.toMatchObject({ slug: 'role_required' })
  expect(await codes()).toEqual(before)
})
