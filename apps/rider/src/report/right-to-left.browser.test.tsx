import { page, render } from '@salama/ui/testing/browser.ts'
import { beforeEach, expect, test } from 'vitest'
import { App, riderServer } from '@/testing.ts'
import { ReportFlow } from './report-flow.tsx'

beforeEach(() => {
  riderServer()
  document.documentElement.dir = 'rtl'
  return () => document.documentElement.removeAttribute('dir')
})

test('from right to left a report is turned, the way back at the right and the way out at the left, and nothing is wider than the phone', async () => {
  await render(
    <App path="/report">
      <main className="px-4">
        <ReportFlow />
      </main>
    </App>,
  )
  const button = (name: string) => page.getByRole('button', { name })
  await button('Harassment').click()
  const back = button('Back')
  await expect.element(back).toBeVisible()
  const sidesOf = (of: typeof back) => of.element().getBoundingClientRect()
  expect(sidesOf(back).right).toBeGreaterThan(330)
  expect(sidesOf(page.getByRole('heading', { level: 1 })).right).toBeLessThanOrEqual(sidesOf(back).left)
  expect(getComputedStyle(back.element().querySelector('svg') ?? document.body).scale).toBe('-1 1')
  expect(sidesOf(button('Leave this page')).left).toBeLessThan(30)
  await page.getByRole('combobox').fill('koja')
  await page.getByRole('option', { name: /Koja/ }).click()
  await expect.element(button('Send report')).toBeInViewport({ ratio: 1 })
  expect(document.documentElement.scrollWidth).toBe(360)
})
