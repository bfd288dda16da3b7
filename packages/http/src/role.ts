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

/**
 * Whether a key's owner gave it what an operation needs.
 *
 * @throws {DomainError} `scope_missing`
 */
export function requireScope({ access }: Operation, caller: Caller): void {
  if (caller.kind !== 'apiKey' || typeof access !== 'object' || !('scope' in access)) return
  if (!caller.scopes.includes(access.scope)) throw new DomainError('scope_missing', { scope: access.scope })
}
