/** postgres://… of a migrated template database: tests then run on copies of it instead of on PGlite. */
export const templateUrl = process.env.TEST_DATABASE_URL || undefined

/** Whether the tests of `npm run test:all` run, and not only those of `npm test`. */
export const isAllTier = process.env.TEST_TIER === 'all'

/** The environment for routes that run in the process of a test. */
export function startWith(settings: Record<string, string>): void {
  Object.assign(process.env, settings)
}
