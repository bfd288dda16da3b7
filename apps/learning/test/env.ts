/** The environment for routes that run in this process. */
export function startWith(settings: Record<string, string>): void {
  Object.assign(process.env, settings)
}
