import { snapshot } from '@salama/local-supabase'
import { demoSnapshot } from '@salama/local-supabase/seed'
import { templateUrl } from './env.ts'

/**
 * Before the first test file of a project: what its databases are copied from is made once, so that no test has to wait
 * for it. The demo takes long to make, and outside of the embedded Supabase's own tests few files want it: the first of
 * them makes it, before its first test.
 */
export default async function setup({ name }: { name: string }): Promise<void> {
  if (templateUrl) return
  await snapshot()
  if (name === 'embedded') await demoSnapshot()
}
