import { snapshot } from '@salama/local-supabase'
import { demoSnapshot } from '@salama/local-supabase/seed'
import { isAllTier, templateUrl } from './env.ts'

/**
 * Creates the templates of a project's databases once, before its first test file, so that no test waits for them. The
 * demo takes long and few files outside the embedded Supabase's own tests need it: the first of them creates it, before
 * its first test.
 */
export default async function setup({ name }: { name: string }): Promise<void> {
  if (templateUrl) return
  await snapshot()
  if (name === 'embedded' && isAllTier) await demoSnapshot()
}
