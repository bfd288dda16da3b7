import { listUsers } from '@salama/domain/admin'
import { DomainError } from '@salama/domain/shared'
import type { UserCaller } from '@salama/session'
import { z } from 'zod'

/**
 * The id of the one whom a filter names: by their id, of somebody who left too, by their e-mail, or by a part of the e-mail
 * or name that only they have.
 *
 * @throws {DomainError} `invalid_request` where that is nobody, or several
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
