import type { Passkey } from '@salama/domain/passkeys'
import { type Route, tryCall } from '@salama/http/call'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { codeOf, type Done, type Failure, failureOf } from './requests.ts'

// Making and using passkeys in the browser. The library is loaded with the first one.

/** Why this browser cannot have passkeys at this address; null if it can. An address of numbers has no name for them. */
export function passkeyProblem(): 'passkey_unsupported' | 'passkey_address' | null {
  if (/^[\d.]+$|:/.test(window.location.hostname)) return 'passkey_address'
  return 'PublicKeyCredential' in window ? null : 'passkey_unsupported'
}

type Post<Action extends string, Reply> = Route<'post', `/api/account/${Action}`, Done & Reply, object>
type Options<Of> = { options: Of }
type List = { passkeys: Passkey[] }

const failed = (code: string): Failure => ({ code: codeOf(code), retryAfterS: null })

/** What the browser or the person decided instead of an answer. */
function failureBy(cause: unknown): Failure {
  const name = cause instanceof Error ? cause.name : ''
  return failed(name === 'InvalidStateError' ? 'passkey_known' : 'passkey_unused')
}

/** A text: signed in, and where to continue. */
export async function signInWithPasskey(page: { locale: string; callbackUrl: string }): Promise<Failure | string> {
  const problem = passkeyProblem()
  if (problem) return failed(problem)
  const asked = await tryCall<Post<'passkey-options', Options<PublicKeyCredentialRequestOptionsJSON>>>(
    'POST /api/account/passkey-options',
    { body: {} },
  )
  if (!asked.ok) return failureOf(asked.problem)
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const answer = await startAuthentication({ optionsJSON: asked.reply.options }).catch(failureBy)
  if ('retryAfterS' in answer) return answer
  const result = await tryCall<Post<'passkey', object>>('POST /api/account/passkey', {
    body: { ...page, flow: 'sign-in', answer },
  })
  return result.ok ? (result.reply.next ?? '/') : failureOf(result.problem)
}

/** The person's passkeys with the new one. */
export async function makePasskey(name: string): Promise<Failure | Passkey[]> {
  const problem = passkeyProblem()
  if (problem) return failed(problem)
  const asked = await tryCall<Post<'new-passkey-options', Options<PublicKeyCredentialCreationOptionsJSON>>>(
    'POST /api/account/new-passkey-options',
    { body: {} },
  )
  if (!asked.ok) return failureOf(asked.problem)
  const { startRegistration } = await import('@simplewebauthn/browser')
  const answer = await startRegistration({ optionsJSON: asked.reply.options }).catch(failureBy)
  if ('retryAfterS' in answer) return answer
  const made = await tryCall<Post<'new-passkey', List>>('POST /api/account/new-passkey', { body: { name, answer } })
  return made.ok ? made.reply.passkeys : failureOf(made.problem)
}

/** The person's passkeys without it. */
export async function removePasskey(id: string): Promise<Failure | Passkey[]> {
  const request = { body: { id } } // its answer names the removed one
  const result = await tryCall<Post<'remove-passkey', List>>('POST /api/account/remove-passkey', request)
  return result.ok ? result.reply.passkeys : failureOf(result.problem)
}
