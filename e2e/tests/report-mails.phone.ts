import { newAddress } from '../support/account.ts'
import { fillCrashAtKoja, send } from '../support/report.ts'
import { decideAs } from '../support/review.ts'
import { address, expect, expectAccessible, test } from '../support/test.ts'

test('a rider without an account is mailed that there is a decision, not what it is about, and ends the mails by the link', {
  tag: '@all',
}, async ({ control, page }) => {
  const email = newAddress()
  await fillCrashAtKoja(page, 'Yes')
  await send(page)
  await expect(page.getByText('Others see that there was a crash. A reviewer will check the rest.')).toBeVisible()
  await page.getByRole('button', { name: 'Email me about this report' }).click()
  const field = page.getByLabel('Email address')
  await expect(field).toBeFocused()
  await field.fill('neema')
  await page.getByRole('button', { name: 'Send me emails' }).click()
  await expect(page.getByText('Enter an email address, for example amina@example.com.')).toBeVisible()
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await field.fill(email)
  await page.getByRole('button', { name: 'Send me emails' }).click()
  await expect(page.locator(':focus')).toContainText(`You get an email at ${email} when`)

  const code = (await page.getByText(/^[0-9A-Z]{5}( [0-9A-Z]{1,5}){5}$/).textContent()) ?? ''
  await page.goto(`${address()}/en/receipt#${code.replaceAll(' ', '')}`)
  const stop = page.getByRole('button', { name: 'Stop emails about this report' })
  await stop.click()
  await expect(page.locator(':focus')).toHaveText('You won’t get any more emails about this report.')
  await page.getByRole('button', { name: 'Email me about this report' }).click()
  await field.fill(email)
  await field.press('Enter')
  await expect(stop).toBeVisible()

  const [report] = await control.query<{ id: string }>('select id from app.reports')
  await decideAs(control, 'dalmas', report?.id ?? '', 'approved')
  // The mail is due when the decision has stood for five minutes.
  await control.work()
  expect(await control.mailbox(email)).toEqual([])
  await control.shiftClock('6 minutes')
  await control.work()
  const [mail, ...others] = await control.mailbox(email)
  expect(others).toEqual([])
  expect(mail?.text).toContain('A reviewer has accepted your report.')
  expect(JSON.stringify(mail)).not.toMatch(/koja|crash|hurt|injur/i)
  expect(mail?.text).not.toContain(code.slice(0, 5))

  const mailsLeft = () => control.query('select address from app.report_mails')
  const [, id = ''] = /\/en\/stop-emails#(\S+)/.exec(mail?.text ?? '') ?? []
  await page.goto(`${address()}/en/stop-emails#${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Stop emails about this report' })).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => mailsLeft()).toEqual([{ address: email }])
  await stop.click()
  await expect(page.locator(':focus')).toHaveText('You won’t get any more emails about this report.')
  await expect(stop).toHaveCount(0)
  await expect.poll(() => mailsLeft()).toEqual([])
})
