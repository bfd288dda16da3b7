import { requestIdOf } from '@salama/http'
import { type Entry, logOut } from './auth-server.ts'
import { readCookiesOf, serializeCookie } from './cookies.ts'
import { isSuspended } from './ended-session.ts'
import { linkWaiting } from './issuer.ts'
import { rememberPerson } from './known-browser.ts'
import { noteBrowser } from './own-sessions.ts'
import { type Session, sessionCookies } from './session-cookie.ts'

/** Whether the account is suspended. Then the session that Auth has just made ends. */
export async function isTurnedAway(session: Session, requestId: string): Promise<boolean> {
  if (!(await isSuspended(session, requestId))) return false
  await logOut(session.accessToken, 'local').catch(() => null)
  return true
}

/** The cookies that sign this browser in and know it from then on, and link an issuer that waits for it; null if the account is suspended. */
export async function admit(request: Request, { session, device }: Entry): Promise<string[] | null> {
  const [read, requestId] = [readCookiesOf(request), requestIdOf(request)]
  if (await isTurnedAway(session, requestId)) return null
  await Promise.all([linkWaiting(requestId, read, session), noteBrowser(request.headers, session, requestId)])
  const cookies = await sessionCookies(session, read)
  const known = session.email === null ? [] : [await rememberPerson(read, session.email, device)]
  return [...cookies.map(({ name, value, options }) => serializeCookie(name, value, options.maxAge)), ...known]
}
