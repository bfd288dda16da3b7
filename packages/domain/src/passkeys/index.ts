import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../shared/caller.ts'
import { DomainError } from '../shared/errors.ts'
import { Instant } from '../shared/shapes.ts'

// Passkeys by WebAuthn, verified here, because PostgreSQL checks no signatures. What must hold under concurrency (no
// challenge twice, whose session) is in SQL. No operations of the API: a passkey belongs to a page of one app's host.

/** The app that asks: `id` is its host name, to which browsers bind passkeys; `origin` tells apps on one host apart. */
export type PasskeySite = { id: string; origin: string; app: 'surveyor' | 'admin' }

const Passkey = z.object({
  id: z.string(),
  app: z.enum(['surveyor', 'admin']),
  name: z.string(),
  transports: z.array(z.string()),
  since: Instant,
  usedAt: Instant.nullable(),
})
export type Passkey = z.output<typeof Passkey>
const List = z.array(Passkey)

/** Loaded with the first passkey: most processes never see one, and it is large. */
const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257]

/** What a browser sends is only read by the library, which checks all of it. */
const Answer = z.looseObject({ id: z.string().max(1400), response: z.looseObject({}) })
const isAnswer = (answer: unknown) => Answer.safeParse(answer).success
export const RegistrationAnswer = z.custom<RegistrationResponseJSON>(isAnswer)
export const AuthenticationAnswer = z.custom<AuthenticationResponseJSON>(isAnswer)

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
/** What an authenticator keeps of the person beside the key: their id, which says nothing of them. */
const handleOf = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))

/** Whatever is wrong with an answer, it proves nothing. */
const refuse = (cause?: unknown): never => {
  throw new DomainError('wrong_code', {}, { cause })
}

export const listPasskeys = async (caller: Caller): Promise<Passkey[]> =>
  List.parse(await callRpc(caller, 'list_passkeys', {}))

/** @throws {DomainError} `password_required`, `second_factor_required` */
export const removePasskey = async (caller: Caller, id: string): Promise<Passkey[]> =>
  List.parse(await callRpc(caller, 'remove_passkey', { p_credential: id }))

/**
 * What the browser needs to make a passkey for the caller, with a challenge for it alone.
 * @throws {DomainError} `role_required`, `password_required`, `second_factor_required`, `invalid_transition`
 */
export async function beginPasskey(caller: Caller, site: PasskeySite) {
  const { userId, email, passkeys } = Begun.parse(await callRpc(caller, 'begin_passkey', { p_app: site.app }))
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Salama',
    rpID: site.id,
    userID: handleOf(userId),
    userName: email ?? 'Salama',
    excludeCredentials: passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}
const Begun = z.object({ userId: z.uuid(), email: z.string().nullable(), passkeys: List })

type Made = { challenge: string; name: string; answer: RegistrationResponseJSON }

/** @throws {DomainError} `wrong_code` if it is no answer to this challenge at this site; as `beginPasskey`; `forbidden` */
export async function addPasskey(caller: Caller, site: PasskeySite, { challenge, name, answer }: Made) {
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refuse)
  if (!registrationInfo) return refuse()
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  const added = await callRpc(caller, 'add_passkey', {
    p_credential: id,
    p_public_key: textOf(publicKey),
    p_counter: counter,
    p_transports: transports.slice(0, 10),
    p_name: name,
    p_app: site.app,
  })
  return List.parse(added)
}

/** What the browser needs to sign in with whichever passkey the person chooses. */
export async function askForPasskey(site: PasskeySite) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({ rpID: site.id, userVerification: 'required' })
}

type Proof = { challenge: string; answer: AuthenticationResponseJSON }

/**
 * Whose passkey answered. `accept` notes it for a session of this person, in which both factors are proven then; false:
 * the answer came before.
 * @throws {DomainError} `wrong_code` if nobody's did
 */
export async function verifyPasskey(requestId: string, site: PasskeySite, { challenge, answer }: Proof) {
  const server: Caller = { kind: 'visitor', requestId }
  const found = await callRpc(server, 'find_passkey', { p_credential: answer.id }).catch((cause: unknown) =>
    cause instanceof DomainError && cause.slug === 'not_found' ? refuse(cause) : Promise.reject(cause),
  )
  const { userId, email, publicKey, counter } = Found.parse(found)
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id: answer.id, publicKey: bytesOf(publicKey), counter },
    requireUserVerification: true,
  }).catch(refuse)
  const { userHandle } = answer.response
  if (!verified || (userHandle !== undefined && userHandle !== textOf(handleOf(userId)))) return refuse()
  const accept = async (sessionId: string | undefined): Promise<boolean> => {
    if (sessionId === undefined) return false
    const args = { p_credential: answer.id, p_challenge: challenge, p_counter: authenticationInfo.newCounter }
    return Accepted.parse(await callRpc(server, 'accept_passkey', { ...args, p_session: sessionId })).accepted
  }
  return { userId, email, accept }
}
const Found = z.object({ userId: z.uuid(), email: z.string(), publicKey: z.string(), counter: z.int() })
const Accepted = z.object({ accepted: z.boolean() })
