import type { FullConfig } from '@playwright/test'
import { type Stack, startStack } from '@salama/testing/stack'
import { APPS } from '../../scripts/lib/secrets.mjs'
import { environment, handOver } from './env.ts'

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
    while (stacks.length < workers) stacks.push(await startStack(appsToStart()))
  } catch (error) {
    await close()
    throw error
  }
  handOver(...stacks)
  return close
}

/** All apps, or those that E2E_APPS names (`E2E_APPS=rider`), for journeys of one app. */
const appsToStart = () => {
  const named = environment().E2E_APPS?.split(',') ?? []
  return named.length === 0 ? {} : { apps: APPS.filter((app) => named.includes(app)) }
}
