import { SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { workerOf } from '../jobs/test/jobs.ts'
import { PHONES, useCity } from '../reports/test/city.ts'

const city = useCity()
const { report, makeKnown } = city

type Alert = { because: string | null; incident: { id: string; vehicle: object | null } | null }
const call = <T>(who: 'eve' | 'rider_server', name: string, args: object = {}) =>
  city.db.as(who).rpc(name, { ...args }) as Promise<T>
const worker = workerOf(() => city.db)
const claim = async () => {
  await worker.makeAlerts()
  return worker.contents<{ because: string | null; incident: object | null }>('push')
}
const alerts = async () => (await call<{ data: Alert[] }>('eve', 'list_alerts')).data
const vehicleId = async () =>
  (await city.db.sql<{ id: string }>('select id from app.vehicles where plate = $1', [SIMBA.plate]))[0]?.id
const followSimba = async () => call<object>('eve', 'follow', { p_kind: 'vehicle', p_id: await vehicleId() })
const namedBy = async (who: 'amina' | 'baraka') => report(who, { p_vehicle: SIMBA.plate, p_device: PHONES[who] })

test('follows a vehicle once, by its plate and its code', async () => {
  const first = await followSimba()
  expect(first).toMatchObject({
    kind: 'vehicle',
    targetId: await vehicleId(),
    slug: SIMBA.publicCode,
    name: SIMBA.plate,
    place: null,
  })
  expect(await followSimba()).toEqual(first)
  expect(await city.count('app.follows')).toBe(1)
  const unknown = { p_kind: 'vehicle', p_id: '00000000-0000-4000-8000-000000000000' }
  await expect(call('eve', 'follow', unknown)).rejects.toMatchObject({ slug: 'not_found' })
})

/** Two riders, one of them known, name the vehicle on one incident. */
async function named() {
  await makeKnown('amina')
  const { incidentId } = await namedBy('amina')
  expect(await claim()).toEqual([])
  expect(await alerts()).toEqual([])
  await city.db.shiftClock('2 minutes')
  await namedBy('baraka')
  return incidentId
}

test('alerts the followers of a vehicle once its incident names it, and not before', async () => {
  await followSimba()
  const incidentId = await named()
  await claim()
  expect(await alerts()).toMatchObject([
    { because: SIMBA.plate, incident: { id: incidentId, vehicle: { plate: SIMBA.plate } } },
  ])
  await claim()
  expect(await alerts()).toHaveLength(1)
})

test('shows nothing of the incident any more once it does not name the vehicle', async () => {
  const push = {
    p_endpoint: 'https://push.example/eve',
    p_p256dh: 'B'.repeat(87),
    p_auth: 'a'.repeat(22),
    p_locale: 'sw',
  }
  await call('eve', 'subscribe_push', push)
  await worker.answerFirst()
  await followSimba()
  await named()
  expect(await claim()).toMatchObject([{ because: SIMBA.plate, incident: { vehicle: { plate: SIMBA.plate } } }])
  // As when a reviewer corrects the vehicle.
  await city.db.sql(`update app.incident_feed set body = jsonb_set(body::jsonb, '{vehicle}', 'null')::json`)
  await city.db.sql('delete from app.incident_history')
  await city.db.shiftClock('13 minutes')
  expect(await claim()).toMatchObject([{ because: null, incident: null }])
  expect(await alerts()).toMatchObject([{ because: null, incident: null }])
})
