import type { Stack } from '@salama/testing/stack'
import { joinWorld, newWorldMs } from '@salama/testing/world-clock'
import { APPS } from '../../packages/processes/src/secrets.mjs'

export type AppName = keyof Stack['addresses']

/**
 * `pushPort`: where a journey may start a push service that the apps send to. `sessionSecrets`: with which the apps
 * encrypt their session cookies.
 */
type Handed = Pick<Stack, 'addresses' | 'supabase' | 'control' | 'clock'> & {
  pushPort: number
  sessionSecrets: Record<AppName, string>
}

/** Passes the stacks' URLs, one stack for each worker, to the test processes through the environment. */
export function handOver(...stacks: (Stack & { pushPort?: number })[]): void {
  process.env.SALAMA_STACKS = JSON.stringify(
    stacks.map(({ addresses, supabase, control, clock, env, pushPort = 0 }) => {
      const sessionSecrets = Object.fromEntries(APPS.map((app) => [app, env(app).SESSION_SECRET]))
      return { addresses, supabase, control, clock, pushPort, sessionSecrets }
    }),
  )
}

/** This worker's stack, started by support/global-setup.ts. */
export function stack(): Handed {
  const stacks: Handed[] = JSON.parse(process.env.SALAMA_STACKS ?? '[]')
  const own = stacks[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]
  if (!own) throw new Error('The stack is not running: start the journeys with `npm run e2e -w @salama/e2e`')
  return own
}

/** Begins the world of the journeys in this process, and in those that it starts. */
export function beginWorld(): void {
  process.env.WORLD_CLOCK_MS = String(newWorldMs())
  joinWorld(worldMs())
}

/** How far the clock of the journeys' world is ahead of the machine's. */
export const worldMs = () => Number(process.env.WORLD_CLOCK_MS)

/** The environment of this process, for the programs that a journey starts. */
export const environment = () => process.env
