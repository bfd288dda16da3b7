import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import { useCity } from '../reports/test/city.ts'

const city = useCity()
type Claimed = { alertId: number; messageId: string; kind: string; at: string }
const claim = () => city.db.as('service').rpc('claim_admin_webhooks') as Promise<Claimed[]>
const finish = (alertId: number | undefined) =>
  city.db.as('service').rpc('finish_admin_webhook', { p_alert_id: alertId })

test('gives out an alert with its kind and nothing of the report, an assault by the full hour', async () => {
  await city.report('amina', { p_category: 'assault', p_injury: undefined })
  const [alert, ...more] = await claim()
  expect(more).toEqual([])
  expect(alert).toEqual({
    alertId: expect.any(Number),
    messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    kind: 'assault',
    at: expect.stringMatching(/:00:00Z$/),
  })
  expect(JSON.stringify(alert)).not.toContain(CAST.amina.id)
})

test('returns an undelivered alert again with backoff, seven times at most', async () => {
  await city.report('amina', { p_injury: 'some' })
  const kinds = async () => (await claim()).filter(({ kind }) => kind === 'injury').length
  expect(await kinds()).toBe(1)
  for (const minutes of [1, 5, 21, 85, 341, 1365]) {
    await city.db.shiftClock(`${minutes * 60 - 30} seconds`)
    expect([minutes, await kinds()]).toEqual([minutes, 0])
    await city.db.shiftClock(`${minutes * 60 + minutes} seconds`)
    expect([minutes, await kinds()]).toEqual([minutes, 1])
  }
  await city.db.shiftClock('30 days')
  expect(await kinds()).toBe(0)
})

test('stores a delivery once, and returns neither delivered alerts nor those older than a day', async () => {
  await city.report('amina', { p_injury: 'some' })
  const [alert] = await claim()
  await finish(alert?.alertId)
  const stored = () => city.db.sql('select delivered_at from app.admin_webhook_deliveries')
  const before = await stored()
  await city.db.shiftClock('2 minutes')
  await finish(alert?.alertId)
  expect(await stored()).toEqual(before)
  expect(await claim()).toEqual([])
  await city.report('baraka', { p_injury: 'some' })
  await city.db.shiftClock('2 days')
  expect((await claim()).map(({ kind }) => kind)).not.toContain('injury')
})

test('is refused to people, also to admins', async () => {
  for (const who of ['eve', 'dalmas', 'anon'] as const) {
    await expect(city.db.as(who).rpc('claim_admin_webhooks')).rejects.toMatchObject({ code: '42501' })
    await expect(city.db.as(who).rpc('finish_admin_webhook', { p_alert_id: 1 })).rejects.toMatchObject({
      code: '42501',
    })
  }
})
