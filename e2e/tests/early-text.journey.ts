import { address, expect, test } from '../support/test.ts'

// On a slow network a page can be read and typed into for seconds before its script is there.

test('what is typed before the script is there is kept and sent', async ({ page }) => {
  const { promise: scripts, resolve: letScriptsCome } = Promise.withResolvers<void>()
  await page.route('**/_next/static/chunks/*', async (route) => {
    await scripts
    await route.continue()
  })
  await page.goto(`${address()}/en/receipt`, { waitUntil: 'commit' })
  const code = page.getByLabel('Receipt code')
  await code.fill('7K3M9')
  letScriptsCome()
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByText('A code has 26 letters and digits. Check it again.')).toBeVisible()
  await expect(code).toHaveValue('7K3M9')
})
