import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { expectArrived, expectSame, install, open, picture, record, startWork } from '../support/field.ts'
import { expect, test } from '../support/test.ts'

test('a day of 80 entries with photos offline, with the phone killed twice, is sent once', { tag: '@all' }, async ({
  browsers,
  control,
  contextOptions,
  launchOptions,
  signIn,
}) => {
  test.setTimeout(540_000)
  const profile = await mkdtemp(join(tmpdir(), 'salama-phone-'))
  // The same profile in a new browser process: what the phone had on its storage.
  const switchOn = async (isOffline: boolean): Promise<{ phone: BrowserContext; page: Page }> => {
    const phone = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      ...contextOptions,
      serviceWorkers: 'allow',
      offline: isOffline,
    })
    await browsers.join(phone)
    return { phone, page: phone.pages()[0] ?? (await phone.newPage()) }
  }
  /** Ends the browser's processes at once, without closing a page. */
  const kill = async ({ phone, page }: { phone: BrowserContext; page: Page }) => {
    const gone = phone.waitForEvent('close')
    const session = await phone.newCDPSession(page)
    await session.send('Browser.crash').catch(() => null) // it does not answer any more
    await gone
  }
  let on = await switchOn(false)
  await signIn(on.page, 'chebet', 'surveyor')
  await install(on.page)
  await open(on.page, '/assignments')
  await on.page.getByRole('button', { name: 'Details Roysambu' }).click()
  await on.page.getByRole('button', { name: 'Claim it for 12 hours' }).click()
  await expect(on.page.getByText(/Yours for 1[12] h/)).toBeVisible()
  const photo = await picture(on.page, 1)
  await on.phone.setOffline(true)
  await startWork(on.page)
  await open(on.page, '/collect')
  const plate = (n: number) => `KDP ${100 + n}C`
  for (let n = 0; n < 80; n++) {
    if (n === 30 || n === 60) {
      // Killed in the middle of a vehicle: the draft is there again.
      await on.page.getByLabel('Number plate', { exact: true }).fill(plate(n))
      await on.page.getByRole('textbox', { name: 'Seats' }).fill('33')
      await expect(on.page.getByText('Draft saved on this phone')).toBeVisible()
      await kill(on)
      on = await switchOn(true)
      await open(on.page, '/collect')
      await expect(on.page.getByLabel('Number plate', { exact: true })).toHaveValue(plate(n))
      await expect(on.page.getByRole('textbox', { name: 'Seats' })).toHaveValue('33')
    }
    await record(on.page, plate(n), photo)
  }
  await open(on.page, '/outbox')
  await expect(on.page.getByText('0 of 81 received')).toBeVisible()
  const began = Date.now()
  await on.phone.setOffline(false)
  // Chromium writes cookies to its disk every half minute: a kill may lose the sign-in, and nothing else.
  await signIn(on.page, 'chebet', 'surveyor')
  await open(on.page, '/outbox')
  await expect(on.page.getByText('81 of 81 received')).toBeVisible({ timeout: 300_000 })
  console.log(`80 entries and 80 photos received in ${Math.round((Date.now() - began) / 1000)} s`)
  await expectArrived(on.page, 81)
  await expectSame(on.page, control, 80, 80)
  const held = () =>
    control.query(`select state, (select count(*)::int from app.collection_entries e where e.token = s.token) as entries
                     from app.assignment_slots s where s.state = 'claimed'`)
  await expect.poll(held).toEqual([{ state: 'claimed', entries: 80 }])
  await on.phone.close()
  await rm(profile, { recursive: true, force: true })
})
