import { appEnv } from './env.ts'

// Cookies ignore ports: on one host the apps receive each other's. So names contain the app's, and each app encrypts
// with its own secret. Over https the `__Host-` prefix keeps other hosts of the domain from setting them.

/**
 * The session library's cookies, device id, saved form, an issuer's person to be linked, what a code was asked for, who
 * signed in here before, the issuer's token of who is signed in, the challenge for a passkey.
 */
export type CookieKind =
  | 'session-token'
  | 'csrf-token'
  | 'callback-url'
  | 'pkce.code_verifier'
  | 'state'
  | 'nonce'
  | 'device'
  | 'form'
  | 'link'
  | 'code'
  | 'known'
  | 'id-token'
  | 'passkey'

const isSecure = () => new URL(appEnv().APP_URL).protocol === 'https:'

export const cookieName = (kind: CookieKind) => `${isSecure() ? '__Host-' : ''}salama-${appEnv().APP_NAME}.${kind}`

export const cookieOptions = () => ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() }) as const

/** The `Set-Cookie` header of one of our cookies. Their values need no escaping. */
export const setCookieHeader = (kind: CookieKind, value: string, maxAgeS: number) =>
  serializeCookie(cookieName(kind), value, maxAgeS)

export function serializeCookie(name: string, value: string, maxAgeS: number): string {
  const { path, secure } = cookieOptions()
  const attributes = [`Path=${path}`, `Max-Age=${maxAgeS}`, 'HttpOnly', 'SameSite=Lax', ...(secure ? ['Secure'] : [])]
  return [`${name}=${value}`, ...attributes].join('; ')
}

export type ReadCookie = (name: string) => string | undefined

/** The cookies of a plain Request. Our values need no escaping, so they are not decoded. */
export function readCookiesOf(request: Request): ReadCookie {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return [name.trim(), value.join('=').trim()] as const
  })
  const cookies = new Map(pairs)
  return (name) => cookies.get(name)
}
