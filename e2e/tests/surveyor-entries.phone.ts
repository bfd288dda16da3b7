import { expectArrived, open, record, startRecording } from '../support/field.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

// Sent entries open again, and are corrected or withdrawn until they are decided.

test('a sent entry opens, is corrected as a new version, and the correction is withdrawn', async ({
  control,
  page,
  signIn,
}) => {
  const plate = 'KDQ 700A'
  await signIn(page, 'chebet', 'surveyor')
  await startRecording(page)
  await page.getByRole('textbox', { name: 'Seats' }).fill('14')
  await record(page, plate)
  await expectArrived(page, 2)
  await open(page, '/entries')
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: plate }).click()
  await expect(page.getByText('Pending review')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Correct entry' }).click()
  await page.getByRole('textbox', { name: 'Seats' }).fill('33')
  await page.getByRole('button', { name: 'Save correction' }).click()
  await expect(page.getByText(`Correction of ${plate} saved on this phone`)).toBeVisible()
  await expectArrived(page, 3)
  const versions = () =>
    control.query<{ id: string; state: string; seats: number }>(
      `select id, state, (facts ->> 'capacity')::int as seats from app.collection_entries where plate_key = $1
        order by received_at`,
      [plate.replace(' ', '')],
    )
  await expect
    .poll(() => versions())
    .toMatchObject([
      { state: 'replaced', seats: 14 },
      { state: 'in_review', seats: 33 },
    ])
  const [old, now] = await versions()
  await open(page, `/entry?id=${old?.id}`)
  await page.getByRole('link', { name: 'Newer version' }).click()
  await page.getByRole('button', { name: 'Withdraw entry' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, withdraw' }).click()
  await expect(page.getByText('Withdrawn', { exact: false }).first()).toBeVisible()
  await expectArrived(page, 4)
  expect((await versions()).map(({ id, state }) => [id, state])).toEqual([
    [old?.id, 'replaced'],
    [now?.id, 'withdrawn'],
  ])
})
