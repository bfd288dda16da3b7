import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import encodeQR from 'qr'
import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import type { Caller } from '../shared/caller.ts'
import { DomainError } from '../shared/errors.ts'
import * as contract from './contract.ts'
import { decryptSecret, encryptSecret, hashRecoveryCode } from './stored-secrets.ts'

// Second factor of admins: one-time passwords by RFC 6238, verified here, because PostgreSQL has no HMAC-SHA-1 without an
// extension. What must hold under concurrency (attempts, no code twice, which session) is in SQL, in functions that only
// our servers may call; there are only the encrypted secret and slow hashes of the recovery codes.

const ISSUER = 'Salama'
const STEP_S = 30
const RECOVERY_CODES = 10

const totpOf = (secret: Secret, label = '') => new TOTP({ issuer: ISSUER, label, secret, period: STEP_S })

/** The user and the session of a token that the session package has verified. */
function sessionOf(caller: Caller): { p_user: string; p_session: string } {
  if (caller.kind !== 'user') throw new DomainError('unauthenticated')
  const [, payload = ''] = caller.token.split('.')
  const claims = Claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}')).data
  if (!claims) throw new DomainError('not_found') // of another issuer, who has a second factor of its own
  return { p_user: claims.sub, p_session: claims.session_id }
}
const Claims = z.object({ sub: z.uuid(), session_id: z.uuid() })

const asServer = ({ requestId }: Caller): Caller => ({ kind: 'visitor', requestId })

export const getSecondFactor = useCase(contract.getSecondFactor)
export const removeSecondFactor = useCase(contract.removeSecondFactor)

/**
 * Makes a secret for the caller, which a first code confirms.
 * @throws {DomainError} `not_found`, `role_required`, `second_factor_required`, `password_required`, `invalid_transition`
 */
export const beginSecondFactor = useCase(contract.beginSecondFactor, async (caller) => {
  const secret = new Secret({ size: 20 })
  const begun = await callRpc(caller, 'begin_second_factor', {
    p_secret: encryptSecret(secret.base32, sessionOf(caller).p_user),
  })
  const uri = totpOf(secret, Begun.parse(begun).email ?? 'admin').toString()
  return { secret: secret.base32, uri, qrSvg: encodeQR(uri, 'svg') }
})
const Begun = z.object({ email: z.string().nullable() })

/**
 * Proves the caller's second factor for this session. The first code of a new factor has its recovery codes in the reply;
 * if that is lost, the next code in the same session has others.
 * @throws {DomainError} `not_found`, `wrong_code`, `rate_limited`
 */
export const verifySecondFactor = useCase(contract.verifySecondFactor, async (caller, { code }) => {
  await callRpc(caller, 'get_second_factor', {}) // rejects a token whose session has ended
  const session = sessionOf(caller)
  const device = caller.kind === 'user' ? (caller.device ?? null) : null
  const attempt = await callRpc(asServer(caller), 'attempt_second_factor', { ...session, p_device: device })
  const factor = Factor.parse(attempt)
  const proof = await proofOf(factor, session.p_user, code.replace(/[ -]/g, ''))
  if (proof === null) throw new DomainError('wrong_code')
  const recoveryCodes =
    factor.takesNewCodes && 'p_step' in proof ? Array.from({ length: RECOVERY_CODES }, newRecoveryCode) : []
  const answer = await callRpc(asServer(caller), 'accept_second_factor', {
    ...session,
    ...proof,
    p_new_codes: await Promise.all(recoveryCodes.map((each) => hashRecoveryCode(each, session.p_user))),
    p_device: device,
  })
  const { accepted, hasNewCodes } = Accepted.parse(answer)
  if (!accepted) throw new DomainError('wrong_code')
  return { recoveryCodes: hasNewCodes ? recoveryCodes : [] }
})
const Factor = z.object({ secret: z.string(), isConfirmed: z.boolean(), takesNewCodes: z.boolean() })
const Accepted = z.object({ accepted: z.boolean(), hasNewCodes: z.boolean() })

/** What a code proves: the step of a one-time password, now or before (RFC 6238, 5.2), or a recovery code. */
async function proofOf({ secret, isConfirmed }: z.output<typeof Factor>, userId: string, code: string) {
  if (!/^\d{6}$/.test(code)) return isConfirmed ? { p_recovery: await hashRecoveryCode(code, userId) } : null
  const delta = totpOf(Secret.fromBase32(decryptSecret(secret, userId))).validate({ token: code, window: 1 })
  return delta === null || delta > 0 ? null : { p_step: Math.floor(Date.now() / 1000 / STEP_S) + delta }
}

const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Fifty bits, in letters that are not mistaken for each other. */
const newRecoveryCode = () =>
  Array.from(randomBytes(10), (byte) => LETTERS[byte % LETTERS.length])
    .join('')
    .replace(/^.{5}/, '$&-')
