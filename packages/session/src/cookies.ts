import { appEnv } from './env.ts'

// Ports do not separate cookies: on one host all five apps get each other's. So every cookie carries the app's name, and
// each app encrypts with its own secret. Over https the `__Host-` prefix also keeps other hosts of the domain from
// setting them.

/** Cookies of the session library, our own mark of the browser, and a form that was refused. */
export type CookieKind =
  | 'session-token'
  | 'csrf-token'
  | 'callback-url'
  | 'pkce.code_verifier'
  | 'state'
  | 'nonce'
  | 'device'
  | 'form'

const isSecure = () => new URL(appEnv().APP_URL).protocol === 'https:'

export const cookieName = (kind: CookieKind) => `${isSecure() ? '__Host-' : ''}salama-${appEnv().APP_NAME}.${kind}`

export const cookieOptions = () => ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() }) as const

/** The `Set-Cookie` header of a cookie that we write by ourselves. Ours hold only characters that need no escaping. */
export function setCookieHeader(kind: CookieKind, value: string, maxAgeS: number): string {
  const { path, secure } = cookieOptions()
  const attributes = [`Path=${path}`, `Max-Age=${maxAgeS}`, 'HttpOnly', 'SameSite=Lax', ...(secure ? ['Secure'] : [])]
  return [`${cookieName(kind)}=${value}`, ...attributes].join('; ')
}

/** Looks one cookie up by its name. */
export type ReadCookie = (name: string) => string | undefined

/** The cookies of a plain Request. Ours hold only characters that need no escaping, so values are taken as they are. */
export function readCookiesOf(request: Request): ReadCookie {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return [name.trim(), value.join('=').trim()] as const
  })
  const cookies = new Map(pairs)
  return (name) => cookies.get(name)
}
