import { CAST } from '@salama/testing'
import { atServer, endWork, expectArrived, open, record, startRecording, startWork } from '../support/field.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

// Field work with a wrong clock, a forgotten end of shift, and an assignment over several sessions.

const HOUR_MS = 3600_000
const ago = (ms: number) => new Date(Date.now() - ms)

test('a phone whose clock is a day behind records the right time, and shows a clock warning', { tag: '@all' }, async ({
  control,
  page,
  signIn,
}) => {
  await page.clock.install({ time: ago(24 * HOUR_MS) })
  await signIn(page, 'chebet', 'surveyor')
  await startWork(page)
  await expect(page.getByText('This phone’s clock is wrong')).toBeVisible()
  await expect(page.getByText(/It is (24 h 0|23 h 59) min behind\./)).toBeVisible()
  await expect(page.getByText('0 h 0 min')).toBeVisible()
  await expectAccessible(page)
  await open(page, '/collect')
  await record(page, 'KDJ 801A')
  await expectArrived(page, 2)
  await expect.poll(() => atServer(control)).toMatchObject({ entries: 1, late: 0, state: 'open' })
  const said = () =>
    control.query(
      `select abs(extract(epoch from app.now() - e.captured_at)) < 120
              and abs(extract(epoch from app.now() - s.started_at)) < 120 as near
         from app.collection_entries e join app.surveyor_sessions s on s.id = e.session_id where e.plate_key = 'KDJ801A'`,
    )
  await expect.poll(said).toEqual([{ near: true }])
  await open(page)
  await endWork(page)
  await expect(page.getByText(/Shift ended: .*1 vehicle recorded/)).toBeVisible()
  await expectArrived(page, 3)
  await expect.poll(() => atServer(control)).toMatchObject({ state: 'ended' })
})

test('a surveyor who forgot to end the shift enters the real end time later', { tag: '@all' }, async ({
  control,
  page,
  signIn,
}) => {
  // The demo's session would start after this one's; it is moved a day back.
  await control.query(`update app.surveyor_sessions
                          set started_at = started_at - interval '1 day', ended_at = ended_at - interval '1 day',
                              open_until = open_until - interval '1 day' where state = 'ended'`)
  await signIn(page, 'chebet', 'surveyor')
  await startWork(page)
  await expectArrived(page, 1)
  // The session started five hours ago; its last heartbeat was four hours ago.
  await control.query(
    `update app.surveyor_sessions set started_at = app.now() - interval '5 hours',
            touched_at = app.now() - interval '4 hours', open_until = app.now() - interval '1 hour' where surveyor_id = $1 and state = 'open'`,
    [CAST.chebet.id],
  )
  await open(page)
  await expect(page.getByText('Your shift was closed')).toBeVisible()
  await page.getByRole('button', { name: 'End shift' }).click()
  const field = page.getByLabel('Finished at')
  const nairobi = (ms: number) => new Date(ms + 3 * HOUR_MS).toISOString().slice(0, 16)
  expect(Math.abs(Date.parse(`${await field.inputValue()}:00+03:00`) - ago(4 * HOUR_MS).getTime())).toBeLessThan(
    120_000,
  )
  await expectAccessible(page)
  await field.fill(nairobi(Date.now() - 6 * HOUR_MS))
  await page.getByRole('button', { name: 'Yes, end shift' }).click()
  await expect(page.getByText('Enter a time after your shift started and not in the future.')).toBeVisible()
  const stopped = nairobi(Date.now() - 2 * HOUR_MS)
  await field.fill(stopped)
  await page.getByRole('button', { name: 'Yes, end shift' }).click()
  await expect(page.getByText('Shift ended')).toBeVisible() // stored on the phone, before the page is left
  await expectArrived(page, 2)
  const endedThen = () =>
    control.query('select state from app.surveyor_sessions where surveyor_id = $1 and ended_at = $2::timestamptz', [
      CAST.chebet.id,
      `${stopped}+03`,
    ])
  await expect.poll(endedThen).toEqual([{ state: 'ended' }])
})

test('an assignment keeps its vehicles, is finished by its surveyor, and the next one can be claimed', async ({
  control,
  page,
  signIn,
}) => {
  const slots = () => control.query(`select state from app.assignment_slots where holder_id = $1`, [CAST.chebet.id])
  await signIn(page, 'chebet', 'surveyor')
  await open(page, '/assignments')
  await page.getByRole('button', { name: 'Details Kencom' }).click()
  await page.getByRole('button', { name: 'Claim it for 2 hours' }).click()
  await expect(page.getByRole('heading', { name: 'Assigned to you' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Finish assignment' })).toHaveCount(0)
  await startRecording(page)
  await record(page, 'KDJ 811A')
  await record(page, 'KDJ 812A')
  await expectArrived(page, 3)
  await expect.poll(() => slots()).toEqual([{ state: 'claimed' }])
  await open(page)
  await expect(page.getByRole('heading', { name: 'Your assignment' })).toBeVisible()
  await expect(page.getByRole('article').getByText('0 of 10 vehicles')).toBeVisible()
  await expect(page.getByText('2 more are recorded and do not count')).toBeVisible()
  await page.getByRole('button', { name: 'Finish assignment' }).click()
  await expect(page.getByText('2 vehicles go to a reviewer.')).toBeVisible()
  await expect(page.getByText('Still missing:')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Fix KDJ 811A' })).toBeVisible()
  await expect(page.getByText('sticker missing, note missing, and photo missing')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'No, keep recording' }).click()
  await page.getByRole('button', { name: 'Finish assignment' }).click()
  await page.getByRole('button', { name: 'Finish anyway' }).click()
  await expect(page.getByText('Assignment finished')).toBeVisible()
  await expect(page.getByText('Received.', { exact: true })).toBeVisible()
  await expect.poll(() => slots()).toEqual([{ state: 'submitted' }])
  await open(page, '/assignments')
  await expect(page.getByRole('article').filter({ hasText: 'Kencom' })).toContainText('Finished. Pending review.')
  await page.getByRole('button', { name: 'Details Odeon' }).click()
  await page.getByRole('button', { name: 'Claim it for 2 hours' }).click()
  await expect(page.getByRole('heading', { name: 'Assigned to you' })).toBeVisible()
})

test('giving back an unsafe assignment asks for confirmation, shows the outcome, and is not offered again', {
  tag: '@all',
}, async ({ control, page, signIn }) => {
  await signIn(page, 'chebet', 'surveyor')
  await open(page, '/assignments')
  await page.getByRole('button', { name: 'Details Kencom' }).click()
  await page.getByRole('button', { name: 'Claim it for 2 hours' }).click()
  await page.getByRole('button', { name: 'I cannot do this' }).click()
  await page.getByRole('button', { name: 'It is not safe here' }).click()
  await expect(page.getByText('Give back this assignment?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep assignment' }).click()
  await expect(page.getByRole('heading', { name: 'Assigned to you' })).toBeVisible()
  await page.getByRole('button', { name: 'I cannot do this' }).click()
  await page.getByRole('button', { name: 'It is not safe here' }).click()
  await page.getByLabel('Note for the admins').fill('A crowd at the stage')
  await page.reload()
  await expect(page.getByLabel('Note for the admins')).toHaveValue('A crowd at the stage')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, give it back' }).click()
  await expect(page.getByText('Assignment given back')).toBeVisible()
  await expect(page.getByText('Received.', { exact: true })).toBeVisible()
  const kencom = page.getByRole('article').filter({ hasText: 'Kencom' })
  await expect(kencom).toContainText('Reason: It is not safe here. You will not be offered it again.')
  await expect(kencom).toContainText('1 of 2 places free')
  await expect(kencom.getByRole('button', { name: 'Details Kencom' })).toBeVisible()
  await expect(kencom.getByRole('button', { name: 'Claim it' })).toHaveCount(0)
  await expect
    .poll(() => control.query(`select reason, note from app.slot_events where to_state = 'blocked'`))
    .toEqual([{ reason: 'unsafe', note: 'A crowd at the stage' }])
  await open(page)
  await expect(page.getByText('Assignment given back')).toBeVisible()
})
