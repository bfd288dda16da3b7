import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const APPS = join(import.meta.dirname, '../../../../apps')
const pages = globSync('*/app/**/page.tsx', { cwd: APPS, exclude: (path) => path === 'node_modules' })

/** What a page may call for and get nothing from: kept apart from what only describes shapes. */
const READS = /from '@salama\/domain\/(?!shared|city-words|[\w/-]*contract)|from '@\/[\w/-]*find-[\w-]+\.ts'/

test('returns 503 from every page whose data is unavailable', () => {
  const reading = pages.filter((page) => READS.test(readFileSync(join(APPS, page), 'utf8')))
  expect(reading.length).toBeGreaterThan(20)
  const without = reading.filter(
    (page) => !/export default (dataPage|adminPage)\b/.test(readFileSync(join(APPS, page), 'utf8')),
  )
  // Requests the status of the service, and shows it.
  expect(without).toEqual(['api/app/[locale]/status/page.tsx'])
})
