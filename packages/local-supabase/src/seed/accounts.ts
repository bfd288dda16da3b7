import type { Queryable } from '../database/database.ts'
import { readDemo } from './demo-file.ts'
import { DEMO_PASSWORD_HASH, PEOPLE } from './people.ts'

/**
 * Creates the demo people as confirmed accounts, one month old, with their roles, so that their reports count as those
 * of known users, and the admin may go without a second factor; existing accounts are unchanged. Written directly into schema auth, because signing up would generate
 * new ids; a test signs each of them in through the API.
 */
export async function seedAccounts(database: Queryable): Promise<void> {
  const { people }: { people: Partial<Record<string, string>> } = readDemo()
  for (const [key, person] of Object.entries(PEOPLE)) {
    const profile = { name: people[key] ?? person.name, sub: person.id, email: person.email, email_verified: true }
    await database.query(
      `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, created_at, raw_app_meta_data,
                               raw_user_meta_data)
       values ($1, 'authenticated', 'authenticated', $2, $3, now() - interval '30 days', now() - interval '30 days', $4::text::jsonb, $5::text::jsonb)
       on conflict do nothing`,
      [
        person.id,
        person.email,
        DEMO_PASSWORD_HASH,
        JSON.stringify({ provider: 'email', providers: ['email'] }),
        JSON.stringify(profile),
      ],
    )
    await database.query(
      `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
       values (gen_random_uuid(), 'email', $1::text, $1::text::uuid, $2::text::jsonb) on conflict do nothing`,
      [person.id, JSON.stringify(profile)],
    )
    if (person.role) {
      await database.query('insert into app.user_roles (user_id, role) values ($1, $2) on conflict do nothing', [
        person.id,
        person.role,
      ])
    }
    if (person.role === 'admin') {
      await database.query('insert into app.second_factor_waivers (user_id) values ($1) on conflict do nothing', [
        person.id,
      ])
    }
  }
}
