import { defineConfig } from 'vitest/config'

/** For scripts/lib/reports.all.test.ts. */
export default defineConfig({ test: { name: 'unit', include: ['*.vitest.ts'] } })
