/** The environment for routes that run in this process. */
export function startWith(settings: Record<string, string>): void {
  Object.assign(process.env, settings)
}

/** The number of generated requests and the seed: `CASES=100000 SEED=42 npm test -- routes`. */
export const GENERATED = {
  cases: Number(process.env.CASES ?? 5000),
  // A fixed seed by default, so that a failure is caused by a change and not by chance.
  seed: Number(process.env.SEED ?? 20_261_120),
}
