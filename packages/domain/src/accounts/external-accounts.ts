import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'

// Accounts reached through an OpenID Connect issuer: only for a server that has verified who somebody is.

/** A person as an issuer names them, permanently. */
type ExternalIdentity = { issuer: string; subject: string }

const Found = z.object({ outcome: z.enum(['linked', 'exists', 'new']), email: z.string() })

/** The account that this person signs in to. `email`: the address that the issuer verified. */
export const findExternalAccount = async (requestId: string, { issuer, subject }: ExternalIdentity, email: string) =>
  Found.parse(
    await callRpc({ kind: 'visitor', requestId }, 'find_external_account', {
      p_issuer: issuer,
      p_subject: subject,
      p_email: email,
    }),
  )

/**
 * From now on this person signs in to this account. Idempotent.
 * @throws {DomainError} `not_found` without such an account; `forbidden` when they are linked to another one
 */
export async function linkExternalIdentity(requestId: string, { issuer, subject }: ExternalIdentity, userId: string) {
  const args = { p_issuer: issuer, p_subject: subject, p_user_id: userId }
  await callRpc({ kind: 'visitor', requestId }, 'link_external_identity', args)
}
