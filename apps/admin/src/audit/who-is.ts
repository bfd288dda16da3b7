import { listUsers } from '@salama/domain/admin'
import { DomainError } from '@salama/domain/shared'
import type { UserCaller } from '@salama/session'
import { z } from 'zod'

/**
 * Resolves a filter to the id of one account: by id (also of a deleted account), by e-mail, or by a unique part of the
 * e-mail or name.
 *
 * @throws {DomainError} `invalid_request` for no match or several
 */
export async function whoIs(caller: UserCaller, said: string | undefined): Promise<string | undefined> {
  if (said === undefined || z.uuid().safeParse(said).success) return said
  const { data } = await listUsers(caller, { q: said, limit: 100 })
  const named = data.find(({ email }) => email?.toLowerCase() === said.toLowerCase()) ?? (data.length === 1 && data[0])
  if (!named)
    throw new DomainError('invalid_request', {
      errors: [{ path: 'actorId', code: 'unknown_reference', message: 'Nobody, or more than one.' }],
    })
  return named.id
}
