import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { CAST, type PersonName } from '@salama/testing'
import type { Control } from '@salama/testing/control'
import { apiAs } from './api.ts'
import { address, expect } from './test.ts'

// What journeys of the console's queue begin with.

export const KOJA = { lat: -1.2812, lng: 36.8226, accuracyM: 20 }

export const makeAdmin = (control: Control, who: PersonName) =>
  control.query(`insert into app.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`, [
    CAST[who].id,
  ])

/** Somebody tells of a robbery at Koja; answers the report's id. */
export async function robbery(who: PersonName, more: object = {}): Promise<string> {
  const id = randomUUID()
  await (await apiAs(who)).POST('/api/v1/reports', { body: { id, category: 'robbery', place: KOJA, ...more } })
  return id
}

export const stateOf = async (control: Control, id: string) =>
  (await control.query<{ state: string }>('select state from app.reports where id = $1', [id]))[0]?.state

/** The page is alive, and its keys do something: then it shows them. */
export const isAlive = (page: Page) => expect(page.getByRole('button', { name: 'Keys' }).locator('kbd')).toBeVisible()

/** The queue, opened, with its first line in focus. */
export async function openQueue(page: Page, query = ''): Promise<void> {
  await page.goto(`${address('admin')}/en/review${query}`)
  await isAlive(page)
  await page.keyboard.press('j')
  await expect(page.locator('[data-entry]').first()).toBeFocused()
}

export async function openFirst(page: Page): Promise<void> {
  await openQueue(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /Review a/ })).toBeVisible()
}

/** Opens by key what needs a reason to be given, which is typed next. */
export async function openForm(page: Page, key: 'r' | 'i'): Promise<void> {
  await page.keyboard.press(key)
  await expect(page.getByLabel('Reason')).toBeFocused()
}
