/** postgres://… of a migrated template database: tests then run on copies of it instead of on PGlite. */
export const templateUrl = process.env.TEST_DATABASE_URL || undefined
