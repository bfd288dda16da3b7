import { exportAssignments, exportCollectionEntries, exportStageCounts } from '@salama/domain/field-exports/contract'
import { page, pressTwice, render } from '@salama/ui/testing/browser.ts'
import { type FakeServer, fakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { App, atDesk } from '@/testing.tsx'
import { ExportForm } from './export-form.tsx'

const entries = { ...exportCollectionEntries, path: '/api/field-work/entries' } as const
const assignments = { ...exportAssignments, path: '/api/field-work/assignments' } as const
const counts = { ...exportStageCounts, path: '/api/field-work/stage-counts' } as const

let server: FakeServer
/** The files that the browser was given to save. */
let saved: { name: string; blob: Blob }[]
beforeEach(async () => {
  await atDesk()
  server = fakeServer()
  server.answer(entries, exportCollectionEntries.examples.reply)
  server.answer(assignments, exportAssignments.examples.reply)
  server.answer(counts, exportStageCounts.examples.reply)
  saved = []
  const blobs = new Map<string, Blob>()
  const urlOf = URL.createObjectURL.bind(URL)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    const url = urlOf(made)
    if (made instanceof Blob) blobs.set(url, made)
    return url
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    const blob = blobs.get(this.href)
    if (blob) saved.push({ name: this.download, blob })
  })
  await render(
    <App path="/assignments/export">
      <ExportForm />
    </App>,
  )
})
const button = (name: string) => page.getByRole('button', { name })
const [from, to] = [page.getByLabelText('From (Nairobi date)'), page.getByLabelText('To (Nairobi date)')]
const names = () => saved.map(({ name }) => name)

test('a table of some days is saved once for a double press, with their dates in its name', async () => {
  await from.fill('2026-11-01')
  await to.fill('2026-11-20')
  const release = server.hold(entries, exportCollectionEntries.examples.reply)
  await button('Vehicles (CSV)').dblClick()
  await expect.element(button('Vehicles (CSV)')).toBeDisabled()
  await expect.element(button('Download XLSX')).toBeDisabled()
  release()
  await expect.poll(names).toEqual(['salama-entries-2026-11-01_2026-11-20.csv'])
  expect(server.sent(entries).map(({ url }) => url.search)).toEqual(['?from=2026-11-01&to=2026-11-20'])
  expect(await saved[0]?.blob.text()).toMatch(/^\uFEFF?.*plate/)
})

test('an end before the start is said at its field, and only stops what has days', async () => {
  await from.fill('2026-11-20')
  await to.fill('2026-11-01')
  await button('Download XLSX').click()
  await expect.element(to).toHaveAccessibleDescription('Enter an end date that is not before the start date.')
  expect(server.sent(entries)).toEqual([])
  await button('Data dictionary (CSV)').click()
  await expect.poll(names).toEqual(['salama-data-dictionary.csv'])
  await expect.element(to).toHaveValue('2026-11-01')
})

test('a lost answer is said, saves nothing, and keeps the days for another try', async () => {
  server.lose(entries)
  await from.fill('2026-11-01')
  await button('Download XLSX').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(from).toHaveValue('2026-11-01')
  expect(names()).toEqual([])
  server.answer(entries, exportCollectionEntries.examples.reply)
  await pressTwice(button('Download XLSX'))
  await expect.poll(names).toEqual(['salama-field-work-2026-11-01.xlsx'])
})
