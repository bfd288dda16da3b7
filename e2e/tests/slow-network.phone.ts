import type { Page } from '@playwright/test'
import { heldRequests } from '../support/network.ts'
import { hazardAtKoja, nearKoja } from '../support/report.ts'
import { address, expect, expectAccessible, responds, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

// Before its scripts respond, a page's links are followed by the browser, which shows that itself.

/** Requests of Next.js for navigation and prefetching. */
const PAGES = '**/*_rsc=*'

const onItsWay = (page: Page) => page.getByRole('status').getByText('Loading…', { exact: true })

test('on a slow network a pressed link shows that its page is loading until it is there', { tag: '@all' }, async ({
  context,
  page,
}) => {
  await hazardAtKoja()
  await page.goto(nearKoja())
  const incident = page.getByRole('main').getByRole('link', { name: 'Road hazard' })
  await incident.scrollIntoViewIfNeeded()
  await responds(page)
  const before = await incident.boundingBox()
  const line = await heldRequests(context, PAGES)
  await expect(onItsWay(page)).toHaveCount(0)
  await incident.click()
  await expect(onItsWay(page)).toBeAttached()
  expect(await incident.boundingBox()).toEqual(before)
  await expectAccessible(page)
  line.release()
  await expect(page.getByRole('heading', { level: 1, name: 'Road hazard' })).toBeVisible()
  await expect(onItsWay(page)).toHaveCount(0)
})

test('the link pressed last is the one shown as loading', { tag: '@all' }, async ({ context, page }) => {
  const line = await heldRequests(context, PAGES)
  await page.goto(`${address()}/en/about-data`)
  const places = page.getByRole('navigation', { name: 'Main pages' })
  const going = places.getByRole('link').filter({ has: page.locator('[data-going]') })
  await responds(page)
  await places.getByRole('link', { name: 'Alerts' }).click()
  await expect(going).toHaveText('Alerts')
  await places.getByRole('link', { name: 'Report' }).click()
  await expect(going).toHaveText('Report')
  await expect(onItsWay(page)).toHaveCount(1)
  line.release()
  await expect(page.getByRole('heading', { name: 'What happened?' })).toBeVisible()
  await expect(going).toHaveCount(0)
  await expect(onItsWay(page)).toHaveCount(0)
})
