import {
  AuthenticationAnswer,
  addPasskey,
  askForPasskey,
  beginPasskey,
  listPasskeys,
  type Passkey,
  type PasskeySite,
  RegistrationAnswer,
  removePasskey,
  verifyPasskey,
} from '@salama/domain/passkeys'
import { DomainError } from '@salama/domain/shared'
import { log, readBody, requestIdOf } from '@salama/http'
import { decode, encode } from 'next-auth/jwt'
import { z } from 'zod'
import { onPage } from './account-forms.ts'
import { logOut, signInAsVerified } from './auth-server.ts'
import { requireCaller } from './caller.ts'
import { problemOf } from './code-session.ts'
import { cookieName, readCookiesOf, setCookieHeader } from './cookies.ts'
import { liveSession } from './ended-session.ts'
import { appEnv } from './env.ts'
import { knownBrowser } from './known-browser.ts'
import { reasonOf } from './reason.ts'
import { type Session, sessionIdOf } from './session-cookie.ts'
import { destination, enter, type Outcome, signedInCaller } from './sign-in-routes.ts'

// Passkeys in the apps of people with a role. Nothing here is counted for an account, so strangers keep nobody out.

/** This app as browsers know it; null where it has no passkeys. */
export function passkeySite(): PasskeySite | null {
  const { APP_NAME: app, APP_URL } = appEnv()
  const { hostname: id, origin } = new URL(APP_URL)
  return app === 'surveyor' || app === 'admin' ? { id, origin, app } : null
}

function requireSite(): PasskeySite {
  const site = passkeySite()
  if (!site) throw new DomainError('not_found')
  return site
}

/** The passkeys of the signed-in person; null where this app has none, or they cannot be read now. */
export async function ownPasskeys(): Promise<Passkey[] | null> {
  if (!passkeySite()) return null
  return requireCaller()
    .then(listPasskeys)
    .catch((cause: unknown) => {
      log.warn({ reason: reasonOf(cause) }, 'passkeys not read')
      return null
    })
}

/** How long a browser may take over a challenge. It is in an encrypted cookie of this browser. */
const CHALLENGE_S = 300
const Challenge = z.object({ challenge: z.string() })

/** The options for the browser, whose challenge its cookie keeps. */
async function asking(options: { challenge: string }): Promise<Outcome> {
  const token = { challenge: options.challenge }
  const value = await encode({ token, secret: appEnv().SESSION_SECRET, maxAge: CHALLENGE_S, salt: 'passkey' })
  return { cookies: [setCookieHeader('passkey', value, CHALLENGE_S)], reply: { options } }
}

/** @throws {DomainError} `wrong_code` if this browser was asked nothing, or too long ago */
async function challengeOf(request: Request): Promise<string> {
  const token = readCookiesOf(request)(cookieName('passkey')) ?? ''
  const claims = await decode({ token, secret: appEnv().SESSION_SECRET, salt: 'passkey' }).catch(() => null)
  const found = Challenge.safeParse(claims).data
  if (!found) throw new DomainError('wrong_code')
  return found.challenge
}
const noChallenge = () => setCookieHeader('passkey', '', 0)

const nameOf = z.string().trim().min(1).max(60)

export const PASSKEY_ACTIONS: Record<string, (request: Request) => Promise<Outcome>> = {
  async 'passkey-options'() {
    return asking(await askForPasskey(requireSite()))
  },

  /** Signs in; or proves both factors for the session of the same person that this browser has. */
  async passkey(request) {
    const site = requireSite()
    const { answer, ...page } = await readBody(z.object({ ...onPage, answer: AuthenticationAnswer }), request)
    const [read, requestId] = [readCookiesOf(request), requestIdOf(request)]
    const challenge = await challengeOf(request)
    const owner = await verifyPasskey(requestId, site, { challenge, answer })
    const next = { next: destination(page), cookies: [noChallenge()] }
    const here = await liveSession(read, requestId)
    if (here?.sub === owner.userId && (await owner.accept(sessionIdOf(here.accessToken)))) return next
    const session = await sessionFor(owner)
    const device = (await knownBrowser(read, owner.email))?.device
    return enter(request, { session, device }, page, next)
  },

  async 'new-passkey-options'(request) {
    return asking(await beginPasskey(await signedInCaller(request), requireSite()))
  },

  async 'new-passkey'(request) {
    const body = z.strictObject({ name: nameOf, answer: RegistrationAnswer })
    const [{ name, answer }, caller] = [await readBody(body, request), await signedInCaller(request)]
    const passkeys = await addPasskey(caller, requireSite(), { challenge: await challengeOf(request), name, answer })
    return { cookies: [noChallenge()], reply: { passkeys } }
  },

  async 'remove-passkey'(request) {
    const { id } = await readBody(z.strictObject({ id: z.string().max(1400) }), request)
    return { reply: { passkeys: await removePasskey(await signedInCaller(request), id), removed: id } }
  },
}

/** A session of Auth for the owner of a passkey that answered, which ends if the answer came before. */
async function sessionFor({ userId, email, accept }: Awaited<ReturnType<typeof verifyPasskey>>): Promise<Session> {
  const session = await signInAsVerified(email)
  if ('refused' in session) throw problemOf(session)
  const isTheirs = session.sub === userId
  if (isTheirs && (await accept(sessionIdOf(session.accessToken)))) return session
  await logOut(session.accessToken, 'local').catch(() => null)
  throw new DomainError('wrong_code')
}
