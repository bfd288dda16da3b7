import bcrypt from 'bcryptjs'
import { DEMO_ADDRESSES, DEMO_PASSWORD, knownPasswords } from '../../processes/src/demo.mjs'
import type { Database } from './database/index.ts'

/** A database with accounts whose password is public, where strangers may reach it. */
export class DemoAccountsFound extends Error {}

/**
 * Refuses a database with accounts of the demo that still have the demo's password, wherever it came from: a folder that
 * was started with the demo before, or a dump of one. Its admins may no longer go without a second factor. With `remove`, those accounts lose what anybody could use.
 */
export async function refuseDemoAccounts(
  database: Pick<Database, 'query'>,
  { because, remove, log }: { because: string; remove: boolean; log: (line: string) => void },
): Promise<void> {
  await database.query('delete from app.second_factor_waivers')
  const found = await findDemoAccounts(database)
  if (found.length === 0) return
  const emails = found.map(({ email }) => email)
  if (!remove) throw new DemoAccountsFound(knownPasswords(emails, because))
  for (const { id } of found) await database.query(TAKE_AWAY, [id])
  log(`Took password, roles, API keys and sessions from ${emails.join(', ')}`)
}

/** The accounts of the demo that still have its password. */
export async function findDemoAccounts(database: Pick<Database, 'query'>) {
  const accounts = await database.query<{ id: string; email: string; hash: string | null }>(
    'select id, email, encrypted_password as hash from auth.users where lower(email) = any($1::text[]) order by email',
    [DEMO_ADDRESSES],
  )
  const found: typeof accounts = []
  for (const account of accounts)
    if (account.hash && (await bcrypt.compare(DEMO_PASSWORD, account.hash))) found.push(account)
  return found
}

const TAKE_AWAY = `
  with password as (update auth.users set encrypted_password = '' where id = $1),
       sessions as (delete from auth.sessions where user_id = $1),
       keys as (update app.api_keys set revoked_at = app.now() where owner_id = $1 and revoked_at is null)
  delete from app.user_roles where user_id = $1`
