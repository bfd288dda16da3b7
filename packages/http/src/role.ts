import { getCurrentUser } from '@salama/domain/accounts'
import { type Caller, DomainError, type Operation } from '@salama/domain/shared'

/**
 * Asks the database for the caller's roles, each time, where an operation needs one: so that a stranger is told so before
 * anybody reads what they sent. The function behind the operation checks again, for those who come another way.
 *
 * @throws {DomainError} `unauthenticated`, `role_required`
 */
export async function requireRole({ access }: Operation, caller: Caller): Promise<void> {
  if (typeof access !== 'object' || !('role' in access)) return
  if (caller.kind !== 'user') throw new DomainError('unauthenticated')
  const { roles } = await getCurrentUser(caller, {})
  if (!roles.includes(access.role)) throw new DomainError('role_required', { role: access.role })
}
