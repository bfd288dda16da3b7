/**
 * Whether the tests of `npm run test:all` run: every operation with everything. `npm test` asks each operation only what
 * can be wrong with it alone, and the rest once for what operations have in common.
 */
export const IS_ALL = process.env.TEST_TIER === 'all'

/** The number of generated requests and the seed: `CASES=100000 SEED=42 npm test -- routes`. */
export const GENERATED = {
  cases: Number(process.env.CASES ?? (IS_ALL ? 5000 : 600)),
  // A fixed seed by default, so that a failure is caused by a change and not by chance.
  seed: Number(process.env.SEED ?? 20_261_120),
}
