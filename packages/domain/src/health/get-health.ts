import packageJson from '../../package.json' with { type: 'json' }
import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { DomainError } from '../shared/errors.ts'
import { getHealth as operation } from './contract.ts'

/** Alive, and when asked: can the database be reached? @throws {DomainError} `unavailable` */
export const getHealth = useCase(operation, async (caller, { ready }) => {
  const version = packageJson.version
  if (ready === 'false') return { status: 'ok', version, checks: { database: 'not_asked' } }
  try {
    await callRpc({ kind: 'visitor', requestId: caller.requestId }, 'get_health')
    return { status: 'ok', version, checks: { database: 'ok' } }
  } catch (cause) {
    throw new DomainError('unavailable', { retryAfterS: 5, checks: { database: 'failed' } }, { cause })
  }
})
