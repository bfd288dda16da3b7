import { type Session, sessionCookies } from '../session-cookie.ts'

/** The Cookie header of a browser that is signed in to this app with this session. */
export async function cookieOf(session: Session): Promise<string> {
  const cookies = await sessionCookies(session, () => undefined)
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}
