import type { Page } from '@playwright/test'
import type { Control } from '@salama/testing/control'
import { address, expect } from './test.ts'

/** A new e-mail address for every run: each can sign up only once. */
export const newAddress = () => `neema-${Date.now()}-${Math.random().toString(36).slice(2, 6)}@salama.test`

/** Signs up; a code is sent by e-mail. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(`${address()}/en/sign-up`)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(`We sent a 6-digit code to ${email}`)).toBeVisible()
}

/** The six-digit code of the newest e-mail to an address, once `mails` of them have been sent. */
export async function codeFor(control: Control, email: string, mails = 1): Promise<string> {
  await expect.poll(() => control.mailbox(email)).toHaveLength(mails)
  const [mail] = await control.mailbox(email)
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
}

/** Enters the code, which signs in, and chooses a password. */
export async function confirm(page: Page, code: string, password: string): Promise<void> {
  await page.getByLabel('6-digit code').fill(code)
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).not.toHaveURL(/sign-up|forgot/)
}
