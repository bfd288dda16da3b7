import { snapshot } from '@salama/local-supabase'
import { demoSnapshot } from '@salama/local-supabase/seed'
import { templateUrl } from './env.ts'
import { ensureDemoTemplate } from './templates.ts'

/** Before the first test file: what all databases are copied from is made once, so that no test has to wait for it. */
export default async function setup(): Promise<void> {
  if (templateUrl) return ensureDemoTemplate(templateUrl)
  await snapshot()
  await demoSnapshot()
}
