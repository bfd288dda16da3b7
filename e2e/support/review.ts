import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { CAST, type PersonName } from '@salama/testing'
import type { Control } from '@salama/testing/control'
import { apiAs } from './api.ts'
import { address, expect } from './test.ts'

// Shared setup of the review queue's journeys.

export const KOJA = { lat: -1.2812, lng: 36.8226, accuracyM: 20 }

export const makeAdmin = (control: Control, who: PersonName) =>
  control.query(
    `with waived as (insert into app.second_factor_waivers (user_id) values ($1) on conflict do nothing)
     insert into app.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`,
    [CAST[who].id],
  )

/** Reports a robbery at Koja; returns the report's id. */
export async function robbery(who: PersonName, more: object = {}): Promise<string> {
  const id = randomUUID()
  await (await apiAs(who)).POST('/api/v1/reports', { body: { id, category: 'robbery', place: KOJA, ...more } })
  return id
}

/** Decides past the page, as another admin's request does. */
export const decideAs = (
  control: Control,
  who: PersonName,
  subject: string,
  decision: string,
  reason: string | null = null,
) =>
  control.query(
    `select app.decide_review($1, e.id, $2, e.version, jsonb_build_object('reasonCode', $3::text, 'note', null, 'edits', null, 'duplicateOf', null))
       from app.review_entries e where e.subject_id = $4`,
    [CAST[who].id, decision, reason, subject],
  )

export const stateOf = async (control: Control, id: string) =>
  (await control.query<{ state: string }>('select state from app.reports where id = $1', [id]))[0]?.state

/** Waits for hydration: the page shows its shortcuts once they work. */
export const isAlive = (page: Page) =>
  expect(page.getByRole('button', { name: 'Keyboard shortcuts' }).locator('kbd')).toBeVisible()

/** Opens the queue with its first row focused. */
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

/** Opens a decision form by its shortcut, ready for typing the reason. */
export async function openForm(page: Page, key: 'r' | 'i'): Promise<void> {
  await page.keyboard.press(key)
  await expect(page.getByLabel('Reason')).toBeFocused()
}

/**
 * Goes back to an entry that changed before the decision on it: the page says which was not saved and why. Where the
 * page has heard of the change already, the decision is not sent.
 */
export async function openFailed(page: Page): Promise<void> {
  const changed = page.getByRole('alert').filter({ hasText: 'This entry has changed' })
  const failed = page.getByText('1 decision was not saved')
  await expect(changed.or(failed).first()).toBeVisible()
  if (await failed.isVisible())
    await page.getByRole('listitem').getByRole('link', { name: 'Open entry' }).press('Enter')
}
