import { type PersonName, signIn } from '@salama/testing'
import { encode } from 'next-auth/jwt'
import { type AppName, stack } from './env.ts'

/** The cookie of a new session in an app, as the app sets it at sign-in. */
export async function sessionCookie(person: PersonName, app: AppName): Promise<{ name: string; value: string }> {
  const { supabase, sessionSecrets } = stack()
  const value = await encode({ token: await signIn(supabase, person), secret: sessionSecrets[app] })
  return { name: `salama-${app}.session-token`, value }
}

/** The headers of a request with that cookie. */
export async function signedIn(person: PersonName, app: AppName): Promise<{ cookie: string }> {
  const { name, value } = await sessionCookie(person, app)
  return { cookie: `${name}=${value}` }
}
