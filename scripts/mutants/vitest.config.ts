import { defineConfig } from 'vitest/config'
import { pureFiles } from './pure-files.mjs'

/** The tests that mutants are tried on: no others have to be started. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: pureFiles().map(({ test }) => test),
    testTimeout: 60_000,
    server: { deps: { inline: ['next-intl'] } },
  },
})
