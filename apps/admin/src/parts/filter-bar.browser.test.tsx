import type { Visits } from '@salama/ui/testing/app.tsx'
import { page, render } from '@salama/ui/testing/browser.ts'
import { beforeEach, expect, test } from 'vitest'
import { App, atDesk } from '@/testing.tsx'
import { FilterBar, FilterDays, FilterSelect, FilterText } from './filter-bar.tsx'

beforeEach(() => atDesk())

type Filters = Pick<Parameters<typeof FilterBar>[0], 'typed' | 'wrong'>

async function open({ typed, wrong }: Filters = { typed: {}, wrong: {} }) {
  const visits: Visits = []
  await render(
    <App path="/audit" visits={visits}>
      <FilterBar label="Find" typed={typed} wrong={wrong}>
        <FilterText name="who" label="Email or id" refused="No match, or more than one." />
        <FilterSelect name="role" label="Role" all="Everyone" options={[{ value: 'admin', label: 'Admin' }]} />
        <FilterDays />
      </FilterBar>
    </App>,
  )
  return visits
}
const who = page.getByRole('searchbox', { name: 'Email or id' })

test('a choice applies at once, a text with the button, and both stand in the address', async () => {
  const visits = await open()
  await who.fill('dalmas@salama.test')
  await page.getByLabelText('Role').selectOptions('admin')
  await expect.poll(() => visits.at(-1)).toEqual({ to: '/en/audit?who=dalmas%40salama.test&role=admin', by: 'replace' })
  await who.fill('')
  await page.getByRole('button', { name: 'Show results' }).click()
  await expect.poll(() => visits.at(-1)?.to).toBe('/en/audit?role=admin')
})

test('a filter that is not valid is named at its field, which keeps it', async () => {
  await open({
    typed: { who: 'nobody@salama.test', role: 'owner', from: '2026-11-21', to: '2026-11-20' },
    wrong: { who: 'refused', role: 'unreadable', from: 'refused' },
  })
  await expect.element(who).toHaveValue('nobody@salama.test')
  await expect.element(who).toHaveAccessibleDescription('No match, or more than one.')
  await expect.element(page.getByLabelText('Role')).toHaveValue('owner')
  await expect.element(page.getByLabelText('Role')).toHaveAccessibleDescription('“owner” is not valid.')
  await expect.element(page.getByLabelText('From')).toHaveAccessibleDescription('Must not be after the last day.')
})

test('the whole list is one press away once something is filtered', async () => {
  const visits = await open({ typed: { role: 'admin' }, wrong: {} })
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect.poll(() => visits.at(-1)).toEqual({ to: '/en/audit', by: 'link' })
})
