import { startStack } from '@salama/testing/stack'

/** Starts all of Salama once for every journey; tests find it through the environment (see support/test.ts). */
export default async function setup(): Promise<() => Promise<void>> {
  const stack = await startStack()
  process.env.SALAMA_STACK = JSON.stringify({
    addresses: stack.addresses,
    supabase: stack.supabase,
    control: stack.control,
  })
  return stack.close
}
