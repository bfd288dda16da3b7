/**
 * Runs once before the first request, from an app's `instrumentation.ts`. Next also compiles it for its edge runtime,
 * where none of our code runs; it inlines the runtime's name and removes the unreachable code.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { prepareProcess } = await import('./prepare-process.ts')
    await prepareProcess()
  }
}
