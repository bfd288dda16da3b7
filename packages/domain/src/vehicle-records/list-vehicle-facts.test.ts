import { randomUUID } from 'node:crypto'
import { CAST, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { useField } from '../surveyor/test/field.ts'
import { VehicleFactsVersion } from './contract.ts'

const field = useField()
const { start, submit, ago, decide } = field

type Facts = { version: number; inForce: boolean; capacity: number | null } & Record<string, unknown>
const facts = async (args: Record<string, unknown> = {}) =>
  (await field.rpc('dalmas', 'list_vehicle_facts', { p_id: SIMBA.id, ...args })) as { data: Facts[]; next: unknown }

/** Chebet saw Simba this long ago with this many seats, and Dalmas approved it. */
async function seen(session: string, capacity: number, before: string) {
  const sight = { p_vehicle: { plate: SIMBA.plate, capacity }, p_captured_at: await ago(before) }
  const { id } = await submit('chebet', session, sight)
  await decide(id, 'approved')
  return id
}

test('returns every version of the facts with who saw it, when, where and who approved it', async () => {
  expect(await facts()).toEqual({ data: [], next: null })
  const { id } = await start('chebet', { p_started_at: await ago('10 hours') })
  const entry = await seen(id, 14, '2 hours')
  const { data } = await facts()
  expect(data).toMatchObject([
    {
      version: 2,
      inForce: true,
      plate: SIMBA.plate,
      fleetName: SIMBA.fleetName,
      capacity: 14,
      surveyor: { id: CAST.chebet.id },
      sessionId: id,
      entryId: entry,
      approvedBy: { id: CAST.dalmas.id },
      observedAt: expect.stringMatching(/Z$/),
    },
    { version: 1, inForce: false, capacity: null, surveyor: null, observedAt: null, approvedBy: null },
  ])
  for (const each of data) expect(VehicleFactsVersion.safeParse(each).error).toBeUndefined()
})

test('stores an older sighting approved later as a version, and keeps the newer one in force', async () => {
  const { id } = await start('chebet', { p_started_at: await ago('10 hours') })
  await seen(id, 33, '1 hour')
  await seen(id, 14, '5 hours')
  await seen(id, 29, '10 minutes')
  expect((await facts()).data.map((each) => [each.version, each.capacity, each.inForce])).toEqual([
    [4, 29, true],
    [3, 14, false],
    [2, 33, false],
    [1, null, false],
  ])
  const first = await facts({ p_limit: 3 })
  expect(first.data).toHaveLength(3)
  expect(await facts({ p_limit: 3, p_after: first.next })).toMatchObject({ data: [{ version: 1 }], next: null })
})

test('publishes when a vehicle was last checked, not by whom', async () => {
  const { id } = await start('chebet', { p_started_at: await ago('10 hours') })
  await seen(id, 14, '2 hours')
  const told = await field.rpc('eve', 'get_vehicle_profile', { p_identifier: SIMBA.plate })
  expect(told).toMatchObject({ capacity: 14, checkedAt: (await facts()).data[0]?.observedAt })
  for (const hidden of [CAST.chebet.id, CAST.dalmas.id, id]) expect(JSON.stringify(told)).not.toContain(hidden)
})

test('returns the source of facts only to admins, and not_found for an unknown vehicle', async () => {
  for (const who of ['eve', 'chebet'] as const)
    await expect(field.rpc(who, 'list_vehicle_facts', { p_id: SIMBA.id })).rejects.toMatchObject({
      slug: 'role_required',
    })
  await expect(field.rpc('anon', 'list_vehicle_facts', { p_id: SIMBA.id })).rejects.toMatchObject({ code: '42501' })
  await expect(facts({ p_id: randomUUID() })).rejects.toMatchObject({ slug: 'not_found' })
})
