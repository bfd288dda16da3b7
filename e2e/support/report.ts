import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { apiAs } from './api.ts'
import { address } from './test.ts'

/** From the first tap to the last question: a crash at Koja in which nobody was hurt, in no known vehicle. */
export async function fillCrashAtKoja(page: Page): Promise<void> {
  await page.goto(`${address()}/en/report`)
  await page.getByRole('button', { name: 'Crash' }).click()
  await page.getByRole('button', { name: 'No, nobody' }).click()
  await chooseStage(page, 'Koja')
  await page.getByRole('button', { name: 'No vehicle, or not known' }).click()
  await expect(page.getByRole('heading', { name: 'Ready to send' })).toBeVisible()
}

/** Finds a stage by name and takes the first that is called so. */
export async function chooseStage(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Or a stage or landmark' }).fill(name)
  await page.getByRole('option', { name }).first().click()
}

export const send = (page: Page) => page.getByRole('button', { name: 'Send the report' }).click()

/** A road hazard at Koja, told by Amina through the API; answers the report and its incident. */
export async function hazardAtKoja(): Promise<{ id: string; incidentId: string }> {
  const amina = await apiAs('amina')
  const id = randomUUID()
  const place = { lat: -1.2812, lng: 36.8226, accuracyM: 20 }
  const { data } = await amina.POST('/api/v1/reports', { body: { id, category: 'hazard', place } })
  return { id, incidentId: data?.incidentId ?? '' }
}
