import { randomUUID } from 'node:crypto'
import { SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { useQueue } from '../reviews/test/queue.ts'
import { getVehicleCase } from './manage-contract.ts'

const queue = useQueue()
const about = async () =>
  getVehicleCase.reply.parse({
    data: [],
    ...((await queue.db.as('dalmas').rpc('get_vehicle_case', { p_id: SIMBA.id })) as object),
  }).data

test('shows incidents, reports, ratings and entries of a vehicle, each with its page, and people as numbers', async () => {
  const { id: rating } = await queue.open('feedback', { author: 'amina' })
  const { id: field } = await queue.open('collection_entry', { vehicle: { plate: SIMBA.plate, capacity: 33 } })
  await queue.db.as('amina').rpc('submit_incident_report', {
    p_id: randomUUID(),
    p_category: 'crash',
    p_injury: 'none',
    p_lat: -1.28,
    p_lng: 36.82,
    p_vehicle: SIMBA.plate,
  })
  const items = await about()
  expect(new Set(items.map(({ kind }) => kind))).toEqual(
    new Set(['incident', 'report', 'feedback', 'collection_entry']),
  )
  expect(items.find(({ kind }) => kind === 'collection_entry')).toMatchObject({ reviewId: field })
  const own = items.find(({ reviewId }) => reviewId === rating)
  const report = items.find(({ kind }) => kind === 'report')
  expect(own).toMatchObject({ stars: 1, author: { record: { decided: 0, accepted: 0 } } })
  // The same person has the same number in this case, and nothing says who it is.
  expect(report?.author?.n).toBe(own?.author?.n)
  expect(report?.incidentId).toBe(items.find(({ kind }) => kind === 'incident')?.id)
  expect(JSON.stringify(items)).not.toMatch(/amina|chebet|salama\.test/)
  expect(await queue.db.sql(`select subject_id from app.audit_log where action = 'vehicle.opened'`)).toEqual([
    { subject_id: SIMBA.id },
  ])
})

test('refuses who is no admin, and an unknown vehicle', async () => {
  const get = (who: 'eve' | 'chebet' | 'dalmas', id: string = SIMBA.id) =>
    queue.db.as(who).rpc('get_vehicle_case', { p_id: id })
  for (const who of ['eve', 'chebet'] as const) await expect(get(who)).rejects.toMatchObject({ slug: 'role_required' })
  await expect(get('dalmas', randomUUID())).rejects.toMatchObject({ slug: 'not_found' })
})
