import { getCurrentUser } from '@salama/domain/accounts'
import { type Caller, DomainError, type Operation } from '@salama/domain/shared'

/**
 * Loads the caller's roles from the database for each request that needs one, so that others are rejected before their
 * input is read. The SQL function behind the operation checks again, for other ways in.
 * @throws {DomainError} `unauthenticated`, `role_required`
 */
export async function requireRole({ access }: Operation, caller: Caller): Promise<void> {
  if (typeof access !== 'object' || !('role' in access)) return
  if (caller.kind !== 'user') throw new DomainError('unauthenticated')
  const { roles } = await getCurrentUser(caller, {})
  if (!roles.includes(access.role)) throw new DomainError('role_required', { role: access.role })
}

/** Whether a caller has the scope that an operation needs. Only keys have scopes. */
export const hasScope = ({ access }: Operation, caller: Caller): boolean =>
  caller.kind !== 'apiKey' || typeof access !== 'object' || !('scope' in access) || caller.scopes.includes(access.scope)

/** @throws {DomainError} `scope_missing`, naming the scope that the key does not have */
export function requireScope(op: Operation, caller: Caller): void {
  const { access } = op
  if (typeof access === 'object' && 'scope' in access && !hasScope(op, caller))
    throw new DomainError('scope_missing', { scope: access.scope })
}
