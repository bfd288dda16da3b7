import { submitVehicleCollectionEntry } from '@salama/domain/collection-entries/contract'
import { page, render } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect } from 'vitest'
import { App, fieldServer, type fieldState } from '@/testing.ts'
import { CollectPage } from './collect-page.tsx'

// The Record page of Chebet's phone, and a server that takes what it sends; both are new for each test.

export let server: FakeServer

/** Chebet's server, which takes every entry and knows no plate. */
export function serve(work: Parameters<typeof fieldState>[0] = {}) {
  server = fieldServer(work)
  server.answer(submitVehicleCollectionEntry, submitVehicleCollectionEntry.examples.reply)
}
beforeEach(() => serve())

/** Opens Chebet's form for the next vehicle. */
export async function open({ locale = 'en', path = '/collect' }: { locale?: 'en' | 'sw'; path?: string } = {}) {
  const opened = await render(
    <App locale={locale} path={path}>
      <main className="px-4">
        <CollectPage />
      </main>
    </App>,
  )
  await expect.element(page.getByRole('textbox').first()).toBeVisible()
  return opened
}
export const plate = page.getByLabelText('Number plate', { exact: true })
export const sacco = page.getByRole('combobox', { name: 'Sacco or company' })
export const routes = page.getByRole('combobox', { name: 'Routes' })
export const seats = page.getByRole('textbox', { name: /^Seats/ })
export const code = page.getByRole('textbox', { name: /^Sticker code/ })
export const note = page.getByRole('textbox', { name: /^Note/ })
export const save = page.getByRole('button', { name: 'Save and next vehicle' })
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const isSaved = (of: string) =>
  expect.element(page.getByText(`${of} saved on this phone`, { exact: false })).toBeVisible()
export const bodies = () =>
  server.sent(submitVehicleCollectionEntry).map(({ body }) => submitVehicleCollectionEntry.body.parse(body))
export const vehicles = () => bodies().map(({ vehicle }) => vehicle)
