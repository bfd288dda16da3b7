import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import { accountRoutes } from '../account-routes.ts'
import { decodeForm } from '../form.ts'
import { readSession } from '../session-cookie.ts'
import { type Asked, grant, standIn } from './stand-in.ts'

const { POST } = accountRoutes()
export const AMINA = 'amina@salama.test'

/** Stubs Auth: a hosted project, which does not know browsers, and limits mails by account. */
export function answer({ path, body }: Asked) {
  const { email, token, password } = Object(body)
  const refusal = (status: number, code: string) => ({
    status,
    body: { code: status, error_code: code, msg: 'English' },
  })
  if (path === '/auth/v1/otp')
    return email === AMINA ? refusal(429, 'over_email_send_rate_limit') : { status: 200, body: {} }
  if (path === '/auth/v1/token?grant_type=password')
    return password === 'her-password' ? { status: 200, body: grant('password') } : refusal(400, 'invalid_credentials')
  if (path === '/auth/v1/verify')
    return token === '123456' ? { status: 200, body: grant('code') } : refusal(403, 'otp_expired')
  if (path === '/auth/v1/user') {
    if (password === 'password') return refusal(422, 'weak_password')
    return password === 'the-old-password' ? refusal(422, 'same_password') : { status: 200, body: {} }
  }
  if (path === '/rest/v1/rpc/check_password_change') return { status: 200, body: { allowed: true } }
  if (path.startsWith('/rest/')) return { status: 503 }
  return { status: 204 }
}

/** Auth for the tests of one file; what it was asked is empty before each of them. */
export function authInTest() {
  let auth: Awaited<ReturnType<typeof standIn>>
  beforeAll(async () => {
    auth = await standIn(answer)
    vi.stubEnv('SUPABASE_URL', auth.url)
    vi.stubEnv('TRUST_PROXY', '1')
  })
  beforeEach(() => {
    auth.state.reply = answer
    auth.state.asked = []
  })
  afterAll(() => auth.close())
  return {
    get state() {
      return auth.state
    },
  }
}

/** One browser with its cookies, on a network of its own. */
let browsers = 0
export class Browser {
  readonly address = `10.0.0.${++browsers}`
  readonly cookies = new Map<string, string>()
  readonly read = (name: string) => this.cookies.get(name)

  async send(action: string, body: BodyInit, headers: Record<string, string>): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const url = `http://localhost:3003/api/account/${action}`
    const request = new Request(url, {
      method: 'POST',
      body,
      headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': this.address, cookie, ...headers },
    })
    const response = await POST(request, { params: Promise.resolve({ action }) })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      expect(line).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }
  async post(action: string, body: object, headers: Record<string, string> = {}) {
    const all = { 'content-type': 'application/json', ...headers }
    const response = await this.send(action, JSON.stringify(body), all)
    const retryAfter = response.headers.get('retry-after')
    return { status: response.status, body: Object(await response.json()), ...(retryAfter && { retryAfter }) }
  }
  /** The same without scripts: where the browser is sent. */
  async submit(action: string, fields: Record<string, string>): Promise<string | null> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
    const response = await this.send(action, String(new URLSearchParams(fields)), headers)
    expect([response.status, await response.text()]).toEqual([303, ''])
    return response.headers.get('location')
  }
  rejected(location: string | null) {
    const again = new URL(location ?? '', 'http://localhost').searchParams.get('again')
    return decodeForm(this.cookies.get('salama-learning.form') ?? '', again)
  }
  session = () => readSession(this.read)
}
export const post = (action: string, body: object, headers?: Record<string, string>) =>
  new Browser().post(action, body, headers)
