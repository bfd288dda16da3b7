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

/** Whether a caller has the scope that an operation needs. Only keys have scopes; people have what is theirs. */
export const hasScope = ({ access }: Operation, caller: Caller): boolean =>
  caller.kind !== 'apiKey' || typeof access !== 'object' || !('scope' in access) || caller.scopes.includes(access.scope)

/** @throws {DomainError} `scope_missing`, with the one that a key's owner did not give it */
export function requireScope(op: Operation, caller: Caller): void {
  const { access } = op
  if (typeof access === 'object' && 'scope' in access && !hasScope(op, caller))
    throw new DomainError('scope_missing', { scope: access.scope })
}
