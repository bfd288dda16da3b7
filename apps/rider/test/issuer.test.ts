import { createRequire } from 'node:module'
import { CAST, PASSWORD } from '@salama/testing'
import { type Issuer, startIssuer } from '@salama/testing/issuer'
import { startWith } from '@salama/testing/stack'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as account from '../app/api/account/[action]/route.ts'
import * as auth from '../app/api/auth/[...nextauth]/route.ts'
import { openRider, type Rider } from './rider.ts'

// Signing in with an OpenID Connect issuer that really runs (oidc-provider), against the embedded Supabase.

/** The request that is being answered: next-auth reads it from Next, which does not run here. */
let current = new NextRequest('http://localhost')
Object.assign(createRequire(import.meta.url)('next/headers'), {
  cookies: () => current.cookies,
  headers: () => current.headers,
})

let rider: Rider
let issuer: Issuer
beforeAll(async () => {
  rider = await openRider()
  issuer = await startIssuer([`${rider.stack.addresses.rider}/api/auth/callback/oidc`])
  startWith(issuer.env)
})
beforeEach(() => rider.stack.query('delete from app.external_identities'))
afterAll(() => Promise.all([rider.close(), issuer.close()]))

/** The cookies of one browser, at every origin. */
class Browser {
  readonly cookies = new Map<string, string>()

  take(response: Response): Response {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0\b/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }
  get header() {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** A request to the app. */
  async ask(action: string, query = '', form?: Record<string, string>): Promise<Response> {
    const url = `${rider.stack.addresses.rider}/api/auth/${action}${query}`
    const headers = { cookie: this.header, 'sec-fetch-site': 'same-origin' }
    const request = new NextRequest(url, {
      headers: form ? { ...headers, 'content-type': 'application/x-www-form-urlencoded' } : headers,
      ...(form && { method: 'POST', body: String(new URLSearchParams(form)) }),
    })
    current = request
    const context = { params: Promise.resolve({ nextauth: action.split('/') }) }
    return this.take(await (form ? auth.POST : auth.GET)(request, context))
  }
  async post(action: string, fields: Record<string, string>): Promise<{ url: string }> {
    const { csrfToken } = await (await this.ask('csrf')).json()
    return (await this.ask(action, '', { ...fields, csrfToken, json: 'true' })).json()
  }
  /** Signs in with a password; the response of the app. */
  async signIn(email: string, password: string): Promise<{ code?: string; next?: string }> {
    const request = new NextRequest(`${rider.stack.addresses.rider}/api/account/sign-in`, {
      method: 'POST',
      headers: { cookie: this.header, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, flow: 'sign-in', locale: 'sw' }),
    })
    current = request
    return this.take(await account.POST(request, { params: Promise.resolve({ action: 'sign-in' }) })).json()
  }
  async email(): Promise<string | undefined> {
    return (await (await this.ask('session')).json()).user?.email
  }

  /** A request to the issuer, and where it sends the browser. */
  async visit(url: string, form?: Record<string, string>): Promise<string> {
    const init = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
    const response = this.take(await fetch(url, { ...init, redirect: 'manual', headers: { cookie: this.header } }))
    await response.text()
    return new URL(response.headers.get('location') ?? '', url).href
  }

  /** Signs in at the issuer under this name, or cancels there; the path to which the app then sends the browser. */
  async signInAs(name: string | null, callbackUrl = '/sw/my-reports'): Promise<string> {
    const { url } = await this.post('signin/oidc', { callbackUrl })
    let at = await this.visit(url)
    if (name === null) at = await this.visit(await this.visit(`${at}/abort`))
    else at = await this.visit(await this.visit(at, { prompt: 'login', login: name, password: 'any' }))
    if (at.includes('/interaction/')) at = await this.visit(await this.visit(at, { prompt: 'consent' }))
    return (await this.finish(at)) ?? ''
  }
  /** Ends the session at the issuer, at the URL that signing out gives; where the issuer then sends the browser. */
  async leaveAt(url: string): Promise<string> {
    const page = await this.take(await fetch(url, { headers: { cookie: this.header } })).text()
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? []
    return this.visit(`${new URL(url).origin}/session/end/confirm`, { xsrf, logout: 'yes' })
  }
  async finish(at: string): Promise<string | null> {
    const response = await this.ask('callback/oidc', new URL(at).search)
    expect(response.status).toBe(302)
    return response.headers.get('location')
  }
}

const newName = () => `neema-${Math.random().toString(36).slice(2)}@salama.test`
const userId = async (email: string) =>
  (await rider.stack.query<{ id: string }>('select id from auth.users where email = $1', [email]))[0]?.id
const problem = (name: string) => `/sw/sign-in?problem=${name}&callbackUrl=%2Fsw%2Fmy-reports`

test('makes an account for a new person, and finds it again', async () => {
  const name = newName()
  const phone = new Browser()
  await expect(phone.signInAs(name)).resolves.toBe('/sw/my-reports')
  await expect(phone.email()).resolves.toBe(name)
  const id = await userId(name)
  await phone.post('signout', {})
  await expect(phone.email()).resolves.toBeUndefined()
  const other = new Browser()
  await expect(other.signInAs(name)).resolves.toBe('/sw/my-reports')
  await expect(userId(name)).resolves.toBe(id)
  await expect(rider.stack.query('select user_id from app.external_identities')).resolves.toEqual([{ user_id: id }])
})

test('ends the session at the issuer with that of the app, and comes back', async () => {
  const phone = new Browser()
  await phone.signInAs(newName())
  const { url } = await phone.post('signout', {})
  expect(url.startsWith(`${issuer.env.OIDC_ISSUER}/session/end?id_token_hint=`)).toBe(true)
  await expect(phone.email()).resolves.toBeUndefined()
  expect([...phone.cookies.keys()].filter((name) => name.includes('id-token'))).toEqual([])
  await expect(phone.leaveAt(url)).resolves.toBe(`${rider.stack.addresses.rider}/`)
  // The issuer asks who they are again.
  await expect(phone.visit((await phone.post('signin/oidc', { callbackUrl: '/sw' })).url)).resolves.toContain(
    '/interaction/',
  )
})

test('ends nothing at the issuer without its token, with that of another session, or while it is away', async () => {
  const phone = new Browser()
  const leave = async (browser: Browser) => (await browser.post('signout', {})).url
  expect(await leave(phone)).toBe(rider.stack.addresses.rider)
  await phone.signInAs(newName())
  const token = [...phone.cookies].filter(([name]) => name.includes('id-token'))
  expect(token).toHaveLength(1)
  const other = new Browser()
  for (const [name, value] of token) other.cookies.set(name, value)
  await other.signIn(CAST.eve.email, PASSWORD)
  expect(await leave(other)).not.toContain('/session/end')
  startWith({ OIDC_ISSUER: 'http://127.0.0.1:9' })
  expect(await leave(phone)).not.toContain('/session/end')
  await expect(phone.email()).resolves.toBeUndefined()
  startWith(issuer.env)
})

test('opens an account made with a password only after its owner has signed in once', async () => {
  const { email } = CAST.amina
  const eve = new Browser()
  await expect(eve.signInAs(email)).resolves.toBe(problem('issuer_link'))
  await expect(eve.email()).resolves.toBeUndefined()
  // Another account in the same browser proves nothing of Amina's.
  await eve.signIn(CAST.eve.email, PASSWORD)
  await expect(rider.stack.query('select from app.external_identities')).resolves.toEqual([])

  const amina = new Browser()
  await amina.signInAs(email)
  await amina.signIn(email, 'not-her-password')
  await expect(rider.stack.query('select from app.external_identities')).resolves.toEqual([])
  await amina.signIn(email, PASSWORD)
  await expect(amina.email()).resolves.toBe(email)
  const later = new Browser()
  await expect(later.signInAs(email)).resolves.toBe('/sw/my-reports')
  await expect(later.email()).resolves.toBe(email)
})

test('lets nobody in who signed up before under an address that was never theirs', async () => {
  const name = newName()
  // As at a Supabase project, whose Auth takes such a sign-up from anybody.
  await rider.stack.query(
    `insert into auth.users (id, aud, role, email, encrypted_password)
     select gen_random_uuid(), aud, role, $1, encrypted_password from auth.users where email = $2`,
    [name, CAST.eve.email],
  )
  const planted = await userId(name)
  await expect(new Browser().signInAs(name)).resolves.toBe('/sw/my-reports')
  await expect(userId(name)).resolves.not.toBe(planted)
  const eve = new Browser()
  await eve.signIn(name, PASSWORD)
  await expect(eve.email()).resolves.toBeUndefined()
})

test('refuses an address that the issuer has not verified', async () => {
  const name = `unverified-${newName()}`
  await expect(new Browser().signInAs(name)).resolves.toBe(problem('issuer_email_unverified'))
  await expect(userId(name)).resolves.toBeUndefined()
})

test('says that the person cancelled', async () => {
  await expect(new Browser().signInAs(null)).resolves.toBe(problem('issuer_cancelled'))
})

test('refuses an answer that is not for this browser, and one that comes again', async () => {
  const phone = new Browser()
  const { url } = await phone.post('signin/oidc', { callbackUrl: '/sw/my-reports' })
  const login = await phone.visit(url)
  const consent = await phone.visit(await phone.visit(login, { prompt: 'login', login: newName(), password: 'any' }))
  const back = await phone.visit(await phone.visit(consent, { prompt: 'consent' }))
  const eve = new Browser()
  await expect(eve.finish(back)).resolves.toBe('/sign-in?problem=issuer_failed&callbackUrl=%2F')
  await expect(eve.email()).resolves.toBeUndefined()
  await expect(phone.finish(back)).resolves.toBe('/sw/my-reports')
  const again = new Browser()
  for (const [key, value] of phone.cookies) if (!key.includes('session')) again.cookies.set(key, value)
  await expect(again.finish(back)).resolves.toMatch(/problem=issuer_failed/)
})

test('leads to no other site afterwards', async () => {
  await expect(new Browser().signInAs(newName(), 'https://eve.test/')).resolves.toBe('/')
})

test('an unreachable issuer is an error on our page, and no issuer is no endpoint', async () => {
  startWith({ OIDC_ISSUER: 'http://127.0.0.1:9' })
  const { url } = await new Browser().post('signin/oidc', { callbackUrl: '/sw' })
  expect(new URL(url).origin).toBe(rider.stack.addresses.rider)
  startWith({ OIDC_ISSUER: '' })
  expect((await new Browser().ask('signin/oidc', '', {})).status).toBe(404)
  expect((await new Browser().ask('callback/oidc', '?code=x')).status).toBe(404)
  startWith(issuer.env)
})

test('says that the account is suspended, however the person signs in, and leaves no session', async () => {
  const { email, id } = CAST.baraka
  const suspend = (person: string | undefined) =>
    rider.stack.query('insert into app.suspended_users (user_id, suspended_at) values ($1, now())', [person])
  const sessions = (person: string | undefined) =>
    rider.stack.query('select from auth.sessions where user_id = $1', [person])
  const baraka = new Browser()
  await baraka.signIn(email, PASSWORD)
  await suspend(id)
  await expect(baraka.email()).resolves.toBeUndefined()
  await rider.stack.query('delete from auth.sessions where user_id = $1', [id])
  const refused = await new Browser().signIn(email, PASSWORD)
  expect(refused.next).toBe('/sw/sign-in?ended=suspended')
  const wrong = await new Browser().signIn(email, 'a guess')
  expect(wrong.code).toBe('wrong_password')
  expect(await sessions(id)).toEqual([])

  const name = newName()
  await new Browser().signInAs(name)
  const neema = await userId(name)
  await suspend(neema)
  await rider.stack.query('delete from auth.sessions where user_id = $1', [neema])
  const browser = new Browser()
  await expect(browser.signInAs(name)).resolves.toBe('/sw/sign-in?ended=suspended')
  await expect(browser.email()).resolves.toBeUndefined()
  expect(await sessions(neema)).toEqual([])
  await rider.stack.query('delete from app.suspended_users')
})
