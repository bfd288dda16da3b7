import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { evictApiKey } from '../machinery/memory/api-key-cache.ts'
import { useCase } from '../machinery/use-case.ts'
import type { Caller } from '../shared/caller.ts'
import * as contract from './contract.ts'

export { CurrentUser } from './contract.ts'
export { findExternalAccount, linkExternalIdentity } from './external-accounts.ts'

export const chooseDisplayName = useCase(contract.chooseDisplayName, (caller, { displayName }) =>
  callRpc(caller, 'choose_display_name', { p_display_name: displayName }),
)
export const exportOwnData = useCase(contract.exportOwnData)
export const getCurrentUser = useCase(contract.getCurrentUser)

/**
 * Notes that the password was proven for a session of the caller, whose token is of a session made for this.
 * @throws {DomainError} `password_required`, `not_found`
 */
export const confirmPassword = (caller: Caller, sessionId: string) =>
  callRpc(caller, 'confirm_password', { p_session: sessionId })

/**
 * Whether this session may change the password of its account: signed in within ten minutes, and with the second factor.
 * @throws {DomainError} `password_required`, `second_factor_required`
 */
export const checkPasswordChange = (caller: Caller) => callRpc(caller, 'check_password_change', {})

const Deleted = z.object({ apiKeyPrefixes: z.array(z.string()) })

/**
 * Deletes the caller's account. This process rejects their API keys at once, others when their cache expires.
 * @throws {DomainError} `last_admin`
 */
export const deleteOwnAccount = useCase(contract.deleteOwnAccount, async (caller, { confirm }) => {
  const { apiKeyPrefixes } = Deleted.parse(await callRpc(caller, 'delete_own_account', { p_confirm: confirm }))
  for (const prefix of apiKeyPrefixes) evictApiKey(prefix)
  return null
})

/** Stores the hash of a device cookie's value (256 bits, base64url), generated where none is given. Idempotent. */
export async function registerDevice(
  requestId: string,
  device = randomBytes(32).toString('base64url'),
): Promise<string> {
  await callRpc({ kind: 'visitor', requestId }, 'register_device', { p_device: device })
  return device
}
