import { globSync, readFileSync } from 'node:fs'
import { Category } from '@salama/domain/incidents/contract'
import { CATEGORIES, CATEGORY_CODES, CATEGORY_GROUPS } from '@salama/domain/shared'
import { CategoryIcon } from '@salama/ui/incidents/category-icon.tsx'
import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import shared from '../../../../packages/ui/messages/en.json' with { type: 'json' }
import own from '../../messages/en.json' with { type: 'json' }
import { LISTED, readQuery } from '../nearby/query.ts'
import { asksInjury, isSensitive, newDraft, privacyChoices, showsVehicle, withCategory } from './draft.ts'
import { StepCategory } from './step-category.tsx'

const REPOSITORY = new URL('../../../../', import.meta.url).pathname

// Adds one row to the list and a name for it; everything else must follow from that.

vi.mock('../../../../packages/domain/src/shared/categories.ts', async (original) => {
  const list = await original<typeof import('../../../../packages/domain/src/shared/categories.ts')>()
  const flood = { group: 'road', icon: 'hazard', visibility: 'coarse', review: 'unless_unhurt', asksVehicle: true }
  return {
    ...list,
    CATEGORIES: { ...list.CATEGORIES, flood },
    CATEGORY_CODES: [...list.CATEGORY_CODES, 'flood'],
  }
})

const flood = CATEGORY_CODES.at(-1) ?? 'crash'
const messages = { ...own, ...shared, categories: { ...shared.categories, flood: 'Flood' } }

test('accepts, lists, draws and protects a newly added category', () => {
  expect(Category.parse('flood')).toBe('flood')
  expect(LISTED).toContain('flood')
  expect(
    readQuery((name) => (name === 'category' ? 'flood' : null), { lat: 0, lng: 0, name: null, view: 'both' }).category,
  ).toBe('flood')
  expect(renderToStaticMarkup(<CategoryIcon category={flood} />)).toContain('sign-hazard')
  expect(isSensitive(flood)).toBe(false)
  expect(privacyChoices(flood)).toEqual(['coarse', 'alone'])
  expect(asksInjury(flood)).toBe(true)
  expect(showsVehicle(withCategory(newDraft(), flood))).toBe(true)
})

test('offers the new category in its group under its name', () => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      <StepCategory chosen={flood} onChoose={() => {}} />
    </NextIntlClientProvider>,
  )
  const valueAt = (code: string) => html.indexOf(`value="${code}"`)
  const offered = CATEGORY_CODES.toSorted((one, other) => valueAt(one) - valueAt(other))
  expect(Math.min(...offered.map(valueAt))).toBeGreaterThan(0)
  const groups = offered.map((code) => CATEGORIES[code].group)
  expect(groups.filter((group, at) => groups[at - 1] !== group)).toEqual(CATEGORY_GROUPS)
  expect(html).toContain('Flood')
})

test('names categories in no other source file', () => {
  const codes = Object.keys(CATEGORIES).join('|')
  const files = globSync('{apps,packages}/*/{app,src}/**/*.{ts,tsx}', { cwd: REPOSITORY }).filter(
    (file) =>
      !/\.test\.tsx?$|^packages\/testing\/|\/(test|seed|demo-history|generated)\/|shared\/categories\.ts$|\.fixture\.ts$/.test(
        file,
      ),
  )
  expect(files.length).toBeGreaterThan(500)
  /** `assault` is also what one kind of alert to admins is named. */
  const others = files.filter((file) => !file.endsWith('admin-alerts/contract.ts'))
  // Sample data may name one: `category: 'crash'`.
  const named = new RegExp(`(?<!category: )(['"])(${codes})\\1|^ +(road_block|reckless_driving|fare_dispute):`, 'm')
  expect(others.filter((file) => named.test(readFileSync(`${REPOSITORY}/${file}`, 'utf8')))).toEqual([])
})
