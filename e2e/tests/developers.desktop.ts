import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { PASSWORD } from '@salama/testing'
import { address, expect, expectAccessible, test, watchErrors, watchOutside } from '../support/test.ts'

const run = promisify(execFile)
const PAGES = ['', '/status', '/changelog', '/sign-in']
const SIGNED_IN = ['/keys', '/account']

async function makeKey(page: Page, name: string): Promise<string> {
  await page.goto(`${address('api')}/en/keys`)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel(/^Incidents near a place/).check()
  await page.getByLabel('I accept the licence and the terms of the data').check()
  await page.getByRole('button', { name: 'Create a key' }).click()
  await expect(page.getByRole('heading', { name: `Key “${name}” created` })).toBeVisible()
  return page.getByRole('region', { name: 'Key', exact: true }).innerText()
}

test('the home in both languages and themes: accessible, no requests to other hosts, no console errors', {
  tag: '@all',
}, async ({ page, signIn }) => {
  const [outside, errors] = [watchOutside(page, 'api'), watchErrors(page)]
  for (const [locale, colorScheme] of [
    ['en', 'light'],
    ['sw', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    for (const path of PAGES) {
      await page.goto(`${address('api')}/${locale}${path}`)
      await expectAccessible(page)
      await page.setViewportSize({ width: 360, height: 740 })
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(sideways, `${path} scrolls sideways on a phone`).toBeLessThanOrEqual(0)
      await page.setViewportSize({ width: 1280, height: 800 })
    }
  }
  await signIn(page, 'amina', 'api')
  await makeKey(page, 'Fleet monitor')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  for (const path of SIGNED_IN) {
    await page.goto(`${address('api')}/sw${path}`)
    await expectAccessible(page)
  }
  for (const path of ['/errors', '/errors/rate_limited']) {
    await page.goto(`${address('api')}${path}`)
    await expectAccessible(page)
  }
  expect({ outside, errors }).toEqual({ outside: [], errors: [] })
})

test('a developer signs in, creates a key and runs the example from the home in a shell', async ({ page, signIn }) => {
  await page.goto(address('api'))
  await page.getByRole('link', { name: 'Create an API key' }).click()
  await expect(page).toHaveURL(/sign-in/)
  await signIn(page, 'amina', 'api')
  const key = await makeKey(page, 'Fleet monitor')
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await expect(page.getByRole('heading', { name: 'Fleet monitor' })).toBeVisible()
  await expect(page.getByText(key)).toHaveCount(0)

  await page.goto(`${address('api')}/en`)
  const curl = await page.getByRole('region', { name: 'curl' }).innerText()
  const { stdout } = await run('bash', ['-c', curl.replace('svc_live_…', key)])
  expect(JSON.parse(stdout)).toMatchObject({ data: expect.any(Array), location: { inServiceArea: true } })

  const shown = async (name: string) => page.getByRole('region', { name }).innerText()
  const signInCall = (await shown('Get an access token')).replace('you@example.com', 'amina@salama.test')
  const tokens = JSON.parse((await run('bash', ['-c', signInCall.replace('…', PASSWORD)])).stdout)
  const call = (await shown('Send the access token')).replace('eyJ…', tokens.access_token)
  expect(JSON.parse((await run('bash', ['-c', call])).stdout)).toMatchObject({ email: 'amina@salama.test' })

  const sample = await page.getByRole('region', { name: 'TypeScript' }).innerText()
  const folder = await mkdtemp(join(import.meta.dirname, '../test-results-sample-'))
  try {
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'first-call.ts'), sample)
    const said = await run(process.execPath, [join(folder, 'first-call.ts')], {
      env: { NODE_ENV: 'production', SALAMA_KEY: key },
    })
    expect(said.stderr).toBe('')
  } finally {
    await rm(folder, { recursive: true })
  }

  await page.goto(`${address('api')}/en/keys`)
  await expect(page.getByRole('heading', { name: 'Fleet monitor' })).toBeVisible()
  await expect(page.getByText('never')).toHaveCount(0)
})
