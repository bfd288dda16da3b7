import type { Stack } from '@salama/testing/stack'

type Handed = Pick<Stack, 'addresses' | 'supabase' | 'control'>

/** Tells the tests, which run in processes of their own, where the stack is. */
export function handOver(stack: Handed): void {
  process.env.SALAMA_STACK = JSON.stringify(stack)
}

/** Where the stack is that support/global-setup.ts started. */
export function stack(): Handed {
  const handed = process.env.SALAMA_STACK
  if (handed === undefined)
    throw new Error('The stack is not running: start the journeys with `npm run e2e -w @salama/e2e`')
  return JSON.parse(handed)
}

/** The environment of this process, for the programs that a journey starts. */
export const environment = () => process.env
