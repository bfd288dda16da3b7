import type { FullConfig } from '@playwright/test'
import { type Stack, startStack } from '@salama/testing/stack'
import { handOver } from './env.ts'

/**
 * Starts one full stack per worker, because a journey empties the tables and moves the clock. Tests get its URLs through
 * the environment (see support/env.ts).
 */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const stacks: Stack[] = []
  const close = async () => {
    await Promise.all(stacks.map((stack) => stack.close()))
  }
  try {
    while (stacks.length < workers) stacks.push(await startStack())
  } catch (error) {
    await close()
    throw error
  }
  handOver(...stacks)
  return close
}
