import type { Stack } from '@salama/testing/stack'

type Handed = Pick<Stack, 'addresses' | 'supabase' | 'control'>

/** Where the stack is that support/global-setup.ts started. */
export function stack(): Handed {
  const handed = process.env.SALAMA_STACK
  if (handed === undefined)
    throw new Error('The stack is not running: start the journeys with `npm run e2e -w @salama/e2e`')
  return JSON.parse(handed)
}
