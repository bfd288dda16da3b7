import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { apiAs } from '../support/api.ts'
import { address, expect, expectAccessible, test } from '../support/test.ts'

// What an admin manages: saccos and vehicles, and field work as files.

const at = (path: string) => `${address('admin')}/en/${path}`

test('a sacco is created, renamed, retired and brought back', { tag: '@all' }, async ({ page, newPhone, signIn }) => {
  const [before, after] = ['Korongo Demo Sacco', 'Korongo Demo Shuttle']
  await signIn(page, 'dalmas', 'admin')
  await page.goto(at('saccos'))
  await page.getByText('New sacco', { exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill(before)
  await page.getByRole('button', { name: 'Create sacco' }).click()
  await expect(page.getByRole('heading', { name: before, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Rename…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(after)
  await dialog.getByLabel('Reason').fill('They have painted the new name.')
  await dialog.getByRole('button', { name: 'Rename sacco' }).click()
  await expect(page.getByRole('heading', { name: after, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Retire sacco' }).click()
  await dialog.getByLabel('Reason').fill('Their licence was withdrawn.')
  await dialog.getByRole('button', { name: 'Retire sacco' }).click()
  await expect(page.getByText(/^Retired on /)).toBeVisible()
  await expectAccessible(page)
  const rider = await newPhone()
  await rider.goto(`${address()}/en/saccos/korongo-demo-sacco`)
  await expect(rider.getByText(/^No longer operating since /)).toBeVisible()
  await page.goto(at('saccos?q=korongo'))
  await expect(page.getByText('No sacco found')).toBeVisible()
  await page.getByLabel('State').selectOption('Retired')
  await page.getByRole('link', { name: after }).click()
  await page.getByRole('button', { name: 'Bring back' }).click()
  await dialog.getByLabel('Reason').fill('They have a licence again.')
  await dialog.getByRole('button', { name: 'Bring back' }).click()
  await expect(page.getByText(/^Retired on /)).toHaveCount(0)
  await expect(
    page.getByRole('listitem').filter({ hasText: /brought back the sacco.*They have a licence again/ }),
  ).toBeVisible()
})

test('a vehicle that was entered twice is merged after a preview, and its sticker leads to the one that stays', async ({
  control,
  page,
  newPhone,
  signIn,
}) => {
  const [right, misread] = ['KDX 800D', 'KDX 800Q']
  await signIn(page, 'dalmas', 'admin')
  for (const plate of [right, misread]) {
    await page.goto(at('vehicles'))
    await page.getByText('New vehicle', { exact: true }).click()
    await page.getByLabel('Plate', { exact: true }).fill(plate)
    if (plate === misread) await page.getByLabel('Seats').fill('33')
    await page.getByRole('button', { name: 'Create vehicle' }).click()
    await expect(page.getByRole('heading', { name: plate, level: 1 })).toBeVisible()
  }
  const [sticker] = await control.query<{ code: string }>(
    `select public_code as code from app.vehicles where plate = $1`,
    [misread],
  )
  const report = {
    id: randomUUID(),
    category: 'reckless_driving' as const,
    place: { lat: -1.2812, lng: 36.8226, accuracyM: 20 },
  }
  await (await apiAs('amina')).POST('/api/v1/reports', { body: { ...report, vehicle: { identifier: misread } } })
  await page.getByRole('searchbox', { name: 'Plate, code or fleet name' }).fill(right)
  await page.getByRole('button', { name: 'Show results' }).click()
  await page.getByRole('button', { name: `Merge into ${right}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 report', { exact: true })).toBeVisible()
  await expect(dialog.getByText(`${right} also gets from ${misread}: seats.`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('The D was read as an O.')
  await dialog.getByRole('button', { name: 'Merge vehicles' }).click()
  await expect(page.getByRole('heading', { name: right, level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Merged into this vehicle' })).toBeVisible()
  await expect(page.getByText('1 report', { exact: true })).toBeVisible()
  await expect(
    page.getByRole('listitem').filter({ hasText: /merged another vehicle.*The D was read as an O/ }),
  ).toBeVisible()
  await expectAccessible(page)
  const rider = await newPhone()
  await rider.goto(`${address()}/en/v/${sticker?.code}`)
  await expect(rider.getByRole('heading', { level: 1 })).toContainText(right.replace(' ', '\u00a0').slice(0, 3))
  expect(rider.url()).not.toContain(String(sticker?.code))
})

test('an unusual plate is compared before it is created, and a retired vehicle says so', { tag: '@all' }, async ({
  page,
  newPhone,
  signIn,
}) => {
  const plate = 'GKB 800T'
  await signIn(page, 'dalmas', 'admin')
  await page.goto(at('vehicles'))
  await page.getByText('New vehicle', { exact: true }).click()
  await page.getByRole('button', { name: 'Create vehicle' }).click()
  await expect(page.getByLabel('Plate', { exact: true })).toBeFocused()
  await page.getByLabel('Plate', { exact: true }).fill(plate)
  await expect(page.getByRole('button', { name: 'Create vehicle' })).toBeDisabled()
  await page.getByRole('checkbox', { name: /I compared it/ }).check()
  await page.getByRole('button', { name: 'Create vehicle' }).click()
  await expect(page.getByRole('heading', { name: plate, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Retire vehicle' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Scrapped after a crash.')
  await dialog.getByRole('button', { name: 'Retire vehicle' }).click()
  await expect(page.getByText(/^Retired on /)).toBeVisible()
  const code = await page.getByText(/^V-[0-9A-Z]{8}$/).textContent()
  const rider = await newPhone()
  await rider.goto(`${address()}/en/v/${code}`)
  await expect(rider.getByText(/^Out of service since /)).toBeVisible()
  await page.goto(at('vehicles?state=retired'))
  await expect(page.getByRole('link', { name: plate })).toBeVisible()
})

test('field work is downloaded as a table, a workbook and a form, and all can be read', { tag: '@all' }, async ({
  page,
  signIn,
}) => {
  await signIn(page, 'dalmas', 'admin')
  await page.goto(at('assignments/export'))
  const download = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return readFile(await file.path())
  }
  const csv = (await download('Vehicles (CSV)')).toString()
  expect(csv.startsWith('\uFEFF')).toBe(true)
  expect(csv).toContain('plate')
  const sheetsOf = async (name: string) => {
    const files = unzipSync(new Uint8Array(await download(name)))
    const book = strFromU8(files['xl/workbook.xml'] ?? new Uint8Array())
    expect(strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain('<row')
    return [...book.matchAll(/<sheet [^>]*name="([^"]+)"/g)].map(([, sheet]) => sheet)
  }
  expect(await sheetsOf('Download XLSX')).toEqual(['entries', 'assignments', 'stage-counts', 'dictionary'])
  expect(await sheetsOf('Download XLSForm')).toEqual(['survey', 'choices', 'settings'])
  await expect(page.getByText(/workbook is not complete/)).toHaveCount(0)
})
