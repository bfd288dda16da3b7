import { randomUUID } from 'node:crypto'
import { claimsOf, KOJA, onceHeld, SIMBA, untilOthersWait } from '@salama/testing'
import { expect, test } from 'vitest'
import { OTHER, useTwoVehicles } from './test/two-vehicles.ts'

const { field, merge, report, rate, addOther } = useTwoVehicles()
const { settle, count } = field

const asDalmas = (statements: string) =>
  field.db.sql(`do $$ begin
    perform set_config('request.jwt.claims', '${JSON.stringify(claimsOf('dalmas'))}', true);
    ${statements}
  end $$`)
const soon = <T>(work: () => Promise<T>) => onceHeld(field.db, work)

test('accepts one of two concurrent merges in opposite directions', async () => {
  await addOther()
  const done = await field.db.parallel([
    () => settle(merge()),
    () => settle(merge({ p_id: SIMBA.id, p_into: OTHER.id })),
  ])
  expect(done.filter((each) => each === 'done')).toHaveLength(1)
  expect(await count('app.vehicles where merged_into is not null')).toBe(1)
})

test('stores reports and ratings that arrive during the merge for the one that stays', async () => {
  await addOther()
  await rate('amina', OTHER.plate)
  await field.db.parallel<unknown>([
    () =>
      asDalmas(`perform api.merge_vehicles('${OTHER.id}', '${SIMBA.id}', 'Misread.'); ${untilOthersWait(field.db, 2)}`),
    () => soon(() => report('baraka', OTHER.plate)),
    () => soon(() => rate('baraka', OTHER.publicCode)),
  ])
  expect(
    await field.db.sql(`select vehicle_id from app.reports union all select vehicle_id from app.feedback`),
  ).toEqual(Array.from({ length: 3 }, () => ({ vehicle_id: SIMBA.id })))
  expect(await field.db.sql(`select vehicle_id from app.vehicle_feedback_summaries`)).toEqual([
    { vehicle_id: SIMBA.id },
  ])
})

test('waits for a report that is being stored, and moves it too', async () => {
  await addOther()
  const id = randomUUID()
  await field.db.parallel<unknown>([
    () =>
      field.db.sql(`do $$ begin
        perform set_config('request.jwt.claims', '${JSON.stringify(claimsOf('amina'))}', true);
        perform api.submit_incident_report('${id}', 'reckless_driving', '${OTHER.plate}', ${KOJA.lat}, ${KOJA.lng});
        ${untilOthersWait(field.db)}
      end $$`),
    () => soon(() => merge()),
  ])
  expect(await field.db.sql(`select vehicle_id, vehicle_plate from app.reports`)).toEqual([
    { vehicle_id: SIMBA.id, vehicle_plate: 'KDA123A' },
  ])
  expect(await field.db.sql(`select vehicle_id, vehicle_plate from app.incidents`)).toEqual([
    { vehicle_id: SIMBA.id, vehicle_plate: 'KDA123A' },
  ])
})

/** A merge does not wait for a row: it lets go of all that it holds, and tries again a little later. */
const TRIES_AGAIN = `wait_event = 'PgSleep' and query ~ 'merge_vehicles'`

test('does not deadlock with a decision that holds a report and then names its vehicle', async () => {
  await addOther()
  const { id } = await report('amina', OTHER.plate)
  const answers = await field.db.parallel<unknown>([
    () =>
      field.db.sql(`do $$ begin
        perform from app.reports where id = '${id}' for update;
        ${untilOthersWait(field.db, 1, TRIES_AGAIN)}
        update app.reports set vehicle_id = '${OTHER.id}', vehicle_plate = 'KDA123O' where id = '${id}';
      end $$`),
    () => soon(() => settle(merge())),
  ])
  expect(answers[1]).toBe('done')
  expect(await field.db.sql(`select vehicle_id from app.reports`)).toEqual([{ vehicle_id: SIMBA.id }])
})
