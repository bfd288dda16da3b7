import type { Stack } from '@salama/testing/stack'

/** `pushPort`: where a journey may start a push service that the apps send to. */
type Handed = Pick<Stack, 'addresses' | 'supabase' | 'control'> & { pushPort: number }

/** Passes the stacks' URLs, one stack for each worker, to the test processes through the environment. */
export function handOver(...stacks: (Omit<Handed, 'pushPort'> & Partial<Handed>)[]): void {
  process.env.SALAMA_STACKS = JSON.stringify(
    stacks.map(({ addresses, supabase, control, pushPort = 0 }) => ({ addresses, supabase, control, pushPort })),
  )
}

/** This worker's stack, started by support/global-setup.ts. */
export function stack(): Handed {
  const stacks: Handed[] = JSON.parse(process.env.SALAMA_STACKS ?? '[]')
  const own = stacks[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]
  if (!own) throw new Error('The stack is not running: start the journeys with `npm run e2e -w @salama/e2e`')
  return own
}

/** The environment of this process, for the programs that a journey starts. */
export const environment = () => process.env
