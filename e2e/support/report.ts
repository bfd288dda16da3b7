import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { PersonName } from '@salama/testing'
import type { Control } from '@salama/testing/control'
import { apiAs } from './api.ts'
import { brokenNetwork } from './network.ts'
import { KOJA } from './review.ts'
import { address } from './test.ts'

/** URL pattern of the report endpoint. */
export const REPORTS = '**/api/report-incident'
/** Shown for a received report that is public. */
export const RECEIVED = 'Others can see it now.'

/** URL of the incident list around Koja. */
export const nearKoja = () => `${address()}/en?lat=${KOJA.lat}&lng=${KOJA.lng}`

/** Fills in the form up to the send button: a crash at Koja in which by default nobody was hurt. */
export async function fillCrashAtKoja(page: Page, hurt: 'No, nobody' | 'Yes' = 'No, nobody'): Promise<void> {
  await page.goto(`${address()}/en/report`)
  await page.getByRole('button', { name: 'Crash' }).click()
  await chooseStage(page, 'Koja')
  await page.getByRole('button', { name: hurt, exact: true }).click()
  await expect(page.getByRole('button', { name: 'Send report' })).toBeVisible()
}

/** Searches a stage by name and selects the first match. `field` is the field's label in the page's language. */
export async function chooseStage(page: Page, name: string, field = 'Or choose a stage or landmark'): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(name)
  await page.getByRole('option', { name }).first().click()
}

export const send = (page: Page) => page.getByRole('button', { name: 'Send report' }).click()

/** Sends the crash at Koja while offline, so that it waits on this phone; returns the connection to restore. */
export async function sendInVain(page: Page) {
  const line = await brokenNetwork(page.context(), REPORTS)
  await fillCrashAtKoja(page)
  await send(page)
  await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
  return line
}

/** Opens the outbox and expects the waiting report to be received. */
export async function expectReceived(page: Page): Promise<void> {
  await page.goto(`${address()}/en/outbox`)
  await expect(page.getByText(/^Received/)).toBeVisible()
}

/** How many reports the server has stored. */
export const reportsAt = async (control: Control) =>
  (await control.query<{ n: number }>('select count(*)::int as n from app.reports'))[0]?.n

/** Reports a crash `northM` metres north of Koja through the API; returns its incident. */
export async function crashNorthOfKoja(
  who: PersonName,
  northM: number,
  injury: 'none' | 'some' = 'none',
): Promise<string> {
  const place = { ...KOJA, lat: KOJA.lat + northM / 111_320 }
  const body = { id: randomUUID(), category: 'crash', injury, place } as const
  const { data } = await (await apiAs(who)).POST('/api/v1/reports', { body })
  return data?.incidentId ?? ''
}

/** Amina reports a road hazard at Koja through the API; returns the report and its incident. */
export async function hazardAtKoja(receiptCode?: string): Promise<{ id: string; incidentId: string }> {
  const amina = await apiAs('amina')
  const id = randomUUID()
  const body = { id, category: 'hazard', place: KOJA, ...(receiptCode && { receiptCode }) } as const
  const { data } = await amina.POST('/api/v1/reports', { body })
  return { id, incidentId: data?.incidentId ?? '' }
}

/** Amina reports a crash at Koja in which somebody was hurt, through the API: admins are alerted. */
export async function injuryAtKoja(): Promise<void> {
  const amina = await apiAs('amina')
  const body = { id: randomUUID(), category: 'crash', injury: 'some', place: KOJA } as const
  await amina.POST('/api/v1/reports', { body })
}
