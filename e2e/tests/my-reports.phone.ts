import { CAST } from '@salama/testing'
import { brokenNetwork } from '../support/network.ts'
import { fillCrashAtKoja, RECEIVED, send } from '../support/report.ts'
import { address, expect, expectAccessible, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('a reporter answers a question in My reports; offline the text is kept and not shown as sent', async ({
  context,
  control,
  page,
  signIn,
}) => {
  await signIn(page, 'amina')
  await fillCrashAtKoja(page)
  await send(page)
  await expect(page.getByText(RECEIVED)).toBeVisible()
  await control.query(`update app.reports set state = 'needs_info', asked = 'Which side of the road?',
                       answer_by = app.now() + interval '14 days'`)
  await page.goto(`${address()}/en/my-reports`)
  await expect(page.getByText('Which side of the road?')).toBeVisible()
  await expectAccessible(page)
  const line = await brokenNetwork(context, '**/api/reports/*/answer')
  await page.getByLabel('Your answer').fill('The side towards town.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await expect(page.getByLabel('Your answer')).toHaveValue('The side towards town.')
  line.restore()
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('A reviewer is checking it')).toBeVisible()
  await expect(page.getByText('Which side of the road?')).toHaveCount(0)
  await expect
    .poll(() => control.query('select state, answer, reporter_id from app.reports'))
    .toEqual([{ state: 'in_review', answer: 'The side towards town.', reporter_id: CAST.amina.id }])
})
