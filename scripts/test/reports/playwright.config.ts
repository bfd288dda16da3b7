import { defineConfig } from '@playwright/test'

/** For scripts/lib/reports.all.test.ts. */
export default defineConfig({
  testMatch: 'journeys.ts',
  retries: 1,
  workers: 1,
  outputDir: '../../../e2e/test-results/reports',
  projects: [{ name: 'phone' }, { name: 'http' }],
})
