import { getPerson, type Person, requireCaller, type UserCaller } from '@salama/session'
import { cache } from 'react'

/** Who looks at a page of the console. `unknown`: signed in, but the service cannot say just now which roles they have. */
export type Viewer =
  | { is: 'nobody' }
  | { is: 'unknown' | 'stranger'; person: Person }
  | { is: 'admin'; person: Person; caller: UserCaller }

/** Asked of the database once for a request, however many parts of the page ask. */
export const getViewer = cache(async (): Promise<Viewer> => {
  const person = await getPerson()
  if (!person) return { is: 'nobody' }
  if (!person.known) return { is: 'unknown', person }
  if (!person.known.roles.includes('admin')) return { is: 'stranger', person }
  return { is: 'admin', person, caller: await requireCaller() }
})
