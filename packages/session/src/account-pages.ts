import { type CurrentUser, getCurrentUser } from '@salama/domain/accounts'
import { log } from '@salama/http'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import type { z } from 'zod'
import type { Step } from './account-forms.ts'
import { safeCallbackUrl } from './callback-url.ts'
import { getSignedIn, requireCaller, type SignedIn } from './caller.ts'
import { readCodeCookie } from './code-cookie.ts'
import { endBy, isOfEndedSession } from './ended-session.ts'
import { appEnv, issuerRules } from './env.ts'
import { readSavedForm, type SavedForm } from './form.ts'
import { ISSUER_FAILURES, readWaiting } from './issuer.ts'
import { markEnded } from './known-sessions.ts'
import { ownSessions } from './own-sessions.ts'
import { ownPasskeys, passkeySite } from './passkey-routes.ts'
import { reasonOf } from './reason.ts'

// Data for the account pages, so that each app's page file is a few lines.

type Query = Record<string, string | string[] | undefined>
type PageProps = { params: Promise<{ locale: string }>; searchParams: Promise<Query> }

/** Why the user was signed out, for the page shown afterwards. */
const SESSION_ENDS = ['deleted', 'everywhere', 'suspended'] as const

/** The issuer, if there is one. `email`: the account to be signed in to once more before it is connected. */
async function issuerOf(problem: unknown) {
  const rules = issuerRules()
  if (rules === null) return null
  const jar = await cookies()
  const waiting = await readWaiting((name) => jar.get(name)?.value)
  const failure = ISSUER_FAILURES.find((each) => each === problem) ?? null
  const isLate = failure === 'issuer_link' && waiting === null
  return { name: rules.name, problem: isLate ? ('issuer_failed' as const) : failure, email: waiting?.email ?? null }
}

/** Where a form of these pages stands: its step, and after a rejection without scripts why. */
export type AccountStep = {
  step: Step
  /** The address of the code; in the first step, one to fill in. */
  email: string | null
  /** Another browser asked for the code, or it is too old. */
  isLate: boolean
  rejected: { code: SavedForm['code']; paths: string[] } | null
}

async function stepOf(query: Query, signedIn: SignedIn | null): Promise<AccountStep | 'finished'> {
  const jar = await cookies()
  const [pending, saved] = [await readCodeCookie((name) => jar.get(name)?.value), await readSavedForm(query.again)]
  const rejected = saved && { code: saved.code, paths: saved.paths }
  const wanted = query.step
  if (signedIn)
    return wanted === 'password' && pending?.provenBy === signedIn.id
      ? { step: 'password', email: pending.email, isLate: false, rejected }
      : 'finished'
  if (wanted === 'code' && pending && pending.provenBy === undefined)
    return { step: 'code', email: pending.email, isLate: false, rejected }
  const email = saved?.values.email?.[0] ?? pending?.email ?? null
  return { step: 'email', email, isLate: wanted === 'code' || wanted === 'password', rejected }
}

/** For the pages before sign-in: the URL to continue to. A user who is signed in already is redirected now. */
export async function beforeSignIn({ params, searchParams }: PageProps) {
  const [{ locale }, query, signedIn] = await Promise.all([params, searchParams, getSignedIn()])
  const callbackUrl = safeCallbackUrl(query.callbackUrl, `/${locale}`)
  const form = await stepOf(query, signedIn)
  if (form === 'finished') redirect(callbackUrl)
  const ended = SESSION_ENDS.find((each) => each === query.ended) ?? null
  const issuer = await issuerOf(query.problem)
  const { MAILBOX_URL: mailboxUrl = null, SUPPORT_EMAIL: supportEmail = null } = appEnv()
  return { form, callbackUrl, mailboxUrl, supportEmail, ended, issuer, hasPasskeys: passkeySite() !== null }
}

export type Person = SignedIn & { known: z.output<typeof CurrentUser> | null }

/** The signed-in user; `known` is null while the service is unavailable. Null: session ended, or account deleted. */
export async function getPerson(): Promise<Person | null> {
  const signedIn = await getSignedIn()
  if (!signedIn) return null
  const caller = await requireCaller().catch(() => null)
  if (!caller) return { ...signedIn, known: null }
  try {
    return { ...signedIn, known: await getCurrentUser(caller, {}) }
  } catch (error) {
    if (isOfEndedSession(error)) {
      markEnded(caller.token, endBy(error))
      return null
    }
    log.warn({ reason: reasonOf(error) }, 'person not read')
    return { ...signedIn, known: null }
  }
}

/** For pages about the account. The proxy redirects visitors; this covers a page missing from its list of private pages. */
export async function signedInOnly({ params }: Pick<PageProps, 'params'>) {
  const person = await getPerson()
  if (!person) redirect(`/${(await params).locale}/sign-in`)
  return { person, mailboxUrl: appEnv().MAILBOX_URL ?? null, riderUrl: appUrls().rider ?? null }
}

/** The same, with where else the person is signed in, and the passkeys of those who may have some here. */
export async function forAccountPage(props: Pick<PageProps, 'params'>) {
  await cookies() // first of all, so that the build learns that this page is of a request before it asks for settings
  const [signedIn, sessions, passkeys] = await Promise.all([signedInOnly(props), ownSessions(), ownPasskeys()])
  const mayHave = signedIn.person.known?.roles.some((role) => role !== 'rider')
  return { ...signedIn, sessions, passkeys: mayHave ? passkeys : null }
}

/** The public URL of this app. */
export const ownUrl = (): string => appEnv().APP_URL

/** The public address of Auth, where programs exchange a password for tokens, and the publishable key of the project. */
export type AuthEndpoint = { url: string; publishableKey: string }

export function authUrl(): AuthEndpoint {
  const { SALAMA_AUTH_URL, SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = appEnv()
  return { url: SALAMA_AUTH_URL ?? SUPABASE_URL, publishableKey: SUPABASE_PUBLISHABLE_KEY }
}

/** The URLs of the apps, as far as they are set. */
export function appUrls(): Partial<Record<'rider' | 'surveyor' | 'learning' | 'admin' | 'api', string>> {
  const env = appEnv()
  return {
    ...(env.SALAMA_RIDER_URL && { rider: env.SALAMA_RIDER_URL }),
    ...(env.SALAMA_SURVEYOR_URL && { surveyor: env.SALAMA_SURVEYOR_URL }),
    ...(env.SALAMA_LEARNING_URL && { learning: env.SALAMA_LEARNING_URL }),
    ...(env.SALAMA_ADMIN_URL && { admin: env.SALAMA_ADMIN_URL }),
    ...(env.SALAMA_API_URL && { api: env.SALAMA_API_URL }),
  }
}
