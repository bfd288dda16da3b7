import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import { useField } from '../surveyor/test/field.ts'
import { ASSIGNMENT_COLUMNS, COUNT_COLUMNS, ENTRY_COLUMNS } from './columns-contract.ts'
import { exportAssignments, exportCollectionEntries, exportStageCounts } from './contract.ts'

const field = useField()
const { assignment, claim, decide, rpc, settle, start, submit } = field
type Rows = { data: Record<string, unknown>[]; next: unknown }
const ask = (name: string, args: Record<string, unknown> = {}) => rpc('dalmas', name, args) as Promise<Rows>
const NAMES = ['export_collection_entries', 'export_assignments', 'export_stage_counts'] as const

test('exports entries with every column of the dictionary, and nothing else', async () => {
  const made = await assignment({ p_vehicles: 3 })
  const { id } = await start('chebet')
  const held = await claim('chebet', made.id)
  const sent = await submit('chebet', id, {
    p_claim_token: held.token,
    p_vehicle: { plate: 'kzz 900x', capacity: 33, sacco: { name: 'Simba' }, checks: { tyres: 'faulty' } },
    p_note: 'Call me: 0712 345 678',
  })
  await decide(sent.id, 'approved')
  const { data } = await ask('export_collection_entries')
  expect(Object.keys(data[0] ?? {}).toSorted()).toEqual(ENTRY_COLUMNS.map(({ name }) => name).toSorted())
  expect(exportCollectionEntries.reply.safeParse({ data, page: { nextCursor: null } }).error).toBeUndefined()
  expect(data).toMatchObject([
    {
      id: sent.id,
      state: 'approved',
      assignmentId: made.id,
      plate: 'kzz 900x',
      plateKey: 'KZZ900X',
      sacco: 'Simba',
      seats: 33,
      check_tyres: 'faulty',
      check_lights: null,
      note: null, // it holds a phone number
      surveyor: expect.stringMatching(/^S-[0-9a-f]{10}$/),
    },
  ])
  expect(JSON.stringify(data)).not.toContain(CAST.chebet.id)
  await field.db.sql('select app.erase_surveyor_of($1)', [CAST.chebet.id])
  expect((await ask('export_collection_entries')).data).toMatchObject([{ surveyor: null }])
})

test('exports assignments with what was asked and what came of it', async () => {
  const made = await assignment({ p_vehicles: 3, p_minutes: 30, p_facts: ['sticker', 'photo'], p_slot_count: 2 })
  const { id } = await start('chebet')
  const held = await claim('chebet', made.id)
  await submit('chebet', id, { p_claim_token: held.token })
  const { data } = await ask('export_assignments')
  expect(Object.keys(data[0] ?? {}).toSorted()).toEqual(ASSIGNMENT_COLUMNS.map(({ name }) => name).toSorted())
  expect(exportAssignments.reply.safeParse({ data, page: { nextCursor: null } }).error).toBeUndefined()
  expect(data).toMatchObject([
    {
      vehiclesAsked: 3,
      minutesAsked: 30,
      factsAsked: 'sticker photo',
      slots: 2,
      slotsClaimed: 1,
      slotsApproved: 0,
      entries: 1,
      countedMinutes: 0,
    },
  ])
})

test('exports stage counts by quarter of an hour and route, and pages through them without gaps', async () => {
  const { id } = await start('chebet')
  const taps = [10, 20, 1000, 1100, 1700].map((atS) => ({ routeId: null, atS }))
  await rpc('chebet', 'submit_stage_count', {
    p_id: '3d9f6b1e-2c4a-4f8e-9b7d-5a6c8e0f1d23',
    p_session_id: id,
    p_started_at: await field.ago('30 minutes'),
    p_ended_at: await field.ago('0 minutes'),
    p_taps: taps,
  })
  const { data } = await ask('export_stage_counts')
  expect(Object.keys(data[0] ?? {}).toSorted()).toEqual(COUNT_COLUMNS.map(({ name }) => name).toSorted())
  expect(exportStageCounts.reply.safeParse({ data, page: { nextCursor: null } }).error).toBeUndefined()
  expect(data.map(({ vehicles }) => vehicles)).toEqual([2, 3])
  const first = await ask('export_stage_counts', { p_limit: 1 })
  const second = await ask('export_stage_counts', { p_limit: 1, p_after: first.next })
  expect([...first.data, ...second.data]).toEqual(data)
  expect(second.next).toBeNull()
})

test('filters by local days and pages through entries', async () => {
  const { id } = await start('chebet')
  for (let n = 0; n < 3; n++) await submit('chebet', id, { p_vehicle: { plate: `KZC 10${n}A` } })
  const pages: unknown[] = []
  let after: unknown = null
  do {
    const { data, next } = await ask('export_collection_entries', { p_limit: 2, p_after: after })
    pages.push(...data)
    after = next
  } while (after !== null)
  expect(pages).toHaveLength(3)
  for (const name of NAMES) {
    expect((await ask(name, { p_from: '2020-01-01', p_to: '2020-01-31' })).data).toEqual([])
    expect(await settle(ask(name, { p_from: '2026-02-01', p_to: '2026-01-01' }))).toBe('invalid_request')
  }
})

test('only admins export', async () => {
  for (const name of NAMES)
    for (const who of ['eve', 'chebet'] as const) expect(await settle(rpc(who, name, {}))).toBe('role_required')
})
