import { DEMO_PASSWORD, PEOPLE, type PersonName } from '@salama/local-supabase/people'

/**
 * The people of every test: Amina and Baraka ride, Chebet surveys, Dalmas administers, and Eve is a stranger with a
 * valid account, who must be refused whatever is not hers.
 */
export const CAST = PEOPLE
export type { PersonName }
export const PASSWORD = DEMO_PASSWORD

/** What an access token says about a person, as PostgREST hands it to SQL. */
export function claimsOf(name: PersonName): Record<string, unknown> {
  const person = CAST[name]
  return { sub: person.id, role: 'authenticated', aud: 'authenticated', email: person.email }
}
