import { getFieldState } from '@salama/domain/field-state/contract'
import { page, render } from '@salama/ui/testing/browser.ts'
import { expect, test } from 'vitest'
import { App, entryOf, fieldServer, queued, serverEntry } from '@/testing.ts'
import { SyncStatusPage } from './sync-status-page.tsx'

const open = () =>
  render(
    <App path="/session">
      <SyncStatusPage />
    </App>,
  )
const row = (plate: string) => page.getByRole('listitem').filter({ hasText: plate })
const ticks = (plate: string) => row(plate).element().querySelectorAll('.lucide-circle-check').length

test('a tick stands only beside what the server has', async () => {
  fieldServer({ entries: [serverEntry({ vehicle: { plate: 'KDH 721A' } })] })
  await queued(entryOf('KDH 722A'))
  await open()
  await expect.element(row('KDH 722A').getByText('Server: not received yet')).toBeVisible()
  await expect.poll(() => ticks('KDH 722A')).toBe(0)
  await expect.element(row('KDH 721A').getByText('From another device')).toBeVisible()
  await expect.poll(() => ticks('KDH 721A')).toBe(1)
  await expect.element(page.getByText('Some entries are not on the server yet')).toBeVisible()
})

test('"Check now" asks the server again, and says when it does not answer', async () => {
  const server = fieldServer()
  await open()
  await expect.element(page.getByText('Everything on this phone is on the server.')).toBeVisible()
  server.lose(getFieldState)
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect.element(page.getByText('Could not reach the server.')).toBeVisible()
})
