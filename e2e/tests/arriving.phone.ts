import { hazardAtKoja } from '../support/report.ts'
import { address, expect, expectAccessible, test } from '../support/test.ts'
import { STICKER } from '../support/vehicles.ts'

test('says what Salama is on the first visit only, without shifting the page', async ({ control: _, page }) => {
  await page.goto(`${address()}/en`)
  const welcome = page.getByRole('region', { name: 'About Salama' })
  await expect(welcome).toContainText('what riders report')
  await expectAccessible(page)
  await expect
    .poll(async () => (await page.context().cookies()).some(({ name }) => name === 'salama-rider.welcomed'))
    .toBe(true)
  await welcome.getByRole('button', { name: 'Close' }).click()
  await expect(welcome).toBeHidden()
  await page.goto(`${address()}/sw`)
  await expect(page.getByRole('region', { name: 'Kuhusu Salama' })).toBeHidden()
})

test('gives a shared link a title and a picture, and crawlers the public pages', async ({
  control: _,
  page,
  request,
}) => {
  const { incidentId } = await hazardAtKoja()
  const sitemap = await (await request.get(`${address()}/sitemap.xml`)).text()
  const route = /\/sw(\/routes\/[^<"]+)["<]/.exec(sitemap)?.[1] ?? ''
  for (const path of [`/incidents/${incidentId}`, `/v/${STICKER}`, '/corridors/thika-road', route, '']) {
    await page.goto(`${address()}/sw${path}`)
    const content = (property: string) => page.locator(`meta[property="${property}"]`).getAttribute('content')
    expect(await content('og:title')).not.toBe('')
    expect(await content('og:url')).toBe(`${address()}/sw${path}`)
    const picture = await request.get((await content('og:image')) ?? '')
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
    const bytes = await picture.body()
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  }
  const unknown = await request.get(`${address()}/en/incidents/00000000-0000-4000-8000-000000000000/picture`)
  expect(await unknown.body()).toEqual(await (await request.get(`${address()}/en/picture`)).body())

  const robots = await (await request.get(`${address()}/robots.txt`)).text()
  expect(robots).toContain(`Sitemap: ${address()}/sitemap.xml`)
  expect(robots).toContain('Disallow: /*/my-reports')
  expect(sitemap).toContain(`<loc>${address()}/sw/corridors/thika-road</loc>`)
  expect(sitemap).toContain(`hreflang="sw" href="${address()}/sw/corridors"`)
  expect(sitemap).not.toMatch(/\/v\/V-|incidents|my-reports|account/)
})

test('lists the main roads, and shares one by copying its link', async ({ control: _, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${address()}/en/corridors`)
  await expectAccessible(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Thika Road/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thika Road' })).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${address()}/en/corridors/thika-road`)
})

test('offers installing once the browser does, and never by itself', async ({ control: _, page }) => {
  await page.goto(`${address()}/en/about-data`)
  const install = page.getByRole('button', { name: 'Install the app' })
  await expect(install).toBeHidden()
  await page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt'), {
      prompt: async () => {
        document.title = 'prompted'
      },
    })
    window.dispatchEvent(event)
  })
  await install.click()
  await expect(page).toHaveTitle('prompted')
  await expect(install).toBeHidden()
})
