import { DEMO_PASSWORD, PEOPLE, type PersonName } from '@salama/local-supabase/people'

/**
 * The people of all tests: the riders Amina and Baraka, the surveyor Chebet, the admin Dalmas, and Eve, an unrelated
 * user with a valid account, who must be denied everything that is not hers.
 */
export const CAST = PEOPLE
export type { PersonName }
export const PASSWORD = DEMO_PASSWORD

/** A person's claims from an access token, as PostgREST passes them to SQL. */
export function claimsOf(name: PersonName): Record<string, unknown> {
  const person = CAST[name]
  return { sub: person.id, role: 'authenticated', aud: 'authenticated', email: person.email }
}
