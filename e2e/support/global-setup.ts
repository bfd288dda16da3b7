import type { FullConfig } from '@playwright/test'
import { type Stack, startStack } from '@salama/testing/stack'
import { freePorts } from '../../packages/processes/src/processes.mjs'
import { APPS } from '../../packages/processes/src/secrets.mjs'
import { beginWorld, environment, handOver } from './env.ts'

/**
 * Starts one full stack per worker, because a journey restores the tables and moves the clock. Tests get its URLs through
 * the environment (see support/env.ts).
 */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  beginWorld()
  const stacks: Stack[] = []
  const pushPorts: number[] = []
  const close = async () => {
    await Promise.all(stacks.map((stack) => stack.close()))
  }
  try {
    while (stacks.length < workers) {
      const [port = 0] = await freePorts(1)
      pushPorts.push(port)
      const stack = await startStack({ ...appsToStart(), pushOrigin: `http://127.0.0.1:${port}` })
      stacks.push(stack)
      await stack.query('truncate app.reports, app.incidents, app.review_entries cascade')
      await stack.fresh()
    }
  } catch (error) {
    await close()
    throw error
  }
  handOver(...stacks.map((stack, n) => ({ ...stack, pushPort: pushPorts[n] ?? 0 })))
  return close
}

/** All apps, or those that E2E_APPS names (`E2E_APPS=rider`), for journeys of one app. */
const appsToStart = () => {
  const named = environment().E2E_APPS?.split(',') ?? []
  return named.length === 0 ? {} : { apps: APPS.filter((app) => named.includes(app)) }
}
