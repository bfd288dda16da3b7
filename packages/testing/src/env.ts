/** postgres://… of a migrated template database: tests then run on copies of it instead of on PGlite. */
export const templateUrl = process.env.TEST_DATABASE_URL || undefined

/** How far the clock of a journey's world is ahead of the machine's (world-clock.ts); undefined where tests have the real time. */
export const worldMs = () => (process.env.WORLD_CLOCK_MS === undefined ? undefined : Number(process.env.WORLD_CLOCK_MS))

/** For an app's process: the file with the milliseconds that a journey has moved the clock on. */
export const clockFile = process.env.CLOCK_FILE ?? ''

/** Whether the tests of `npm run test:all` run, and not only those of `npm test`. */
export const isAllTier = process.env.TEST_TIER === 'all'

/** The environment for routes that run in the process of a test. */
export function startWith(settings: Record<string, string>): void {
  Object.assign(process.env, settings)
}
