/** What the app would be started with, for the routes that run in this process. */
export function startWith(settings: Record<string, string>): void {
  Object.assign(process.env, settings)
}

/** How many requests are generated, and from which seed: `CASES=100000 SEED=42 npm test -- routes`. */
export const GENERATED = {
  cases: Number(process.env.CASES ?? 5000),
  // The same every time unless told otherwise: a run that fails is then about the change, not about luck.
  seed: Number(process.env.SEED ?? 20_261_120),
}
