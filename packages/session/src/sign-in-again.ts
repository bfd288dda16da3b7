import { DomainError } from '@salama/domain/shared'
import { needsSignIn } from '@salama/http/call'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { getLocale } from 'next-intl/server'
import { endBy } from './ended-session.ts'
import { markEnded } from './known-sessions.ts'
import { readSession } from './session-cookie.ts'

/**
 * Redirects from a page whose reader the database no longer accepts: the session has ended since it was last looked at,
 * or its token has. The proxy learns of it first, or the sign-in page would redirect back: it renews the token, or asks to
 * sign in. Returns after any other failure.
 */
export async function signInAgain(error: unknown): Promise<void> {
  if (!(error instanceof DomainError) || !needsSignIn(error.slug)) return
  const jar = await cookies()
  const session = await readSession((name) => jar.get(name)?.value)
  if (session) markEnded(session.accessToken, error.slug === 'token_expired' ? 'refused' : endBy(error))
  redirect(`/${await getLocale()}/sign-in`)
}
