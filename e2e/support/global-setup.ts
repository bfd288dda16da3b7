import { startStack } from '@salama/testing/stack'
import { handOver } from './env.ts'

/** Starts all of Salama once for every journey; tests find it through the environment (see support/env.ts). */
export default async function setup(): Promise<() => Promise<void>> {
  const stack = await startStack()
  handOver({ addresses: stack.addresses, supabase: stack.supabase, control: stack.control })
  return stack.close
}
