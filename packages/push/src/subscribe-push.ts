import { subscribePush as subscribe } from '@salama/domain/alerts'
import { DomainError, FIELD_PROBLEMS } from '@salama/domain/shared'
import { isAllowedEndpoint } from './endpoint.ts'
import { pushSettings } from './env.ts'

/** The use case of that name, for endpoints that our server may connect to. */
export const subscribePush: typeof subscribe = Object.assign(
  (...[caller, input]: Parameters<typeof subscribe>) => {
    if (!isAllowedEndpoint(input.endpoint, pushSettings()))
      throw new DomainError('invalid_request', {
        errors: [{ path: 'endpoint', code: 'invalid_value', message: FIELD_PROBLEMS.invalid_value }],
      })
    return subscribe(caller, input)
  },
  { operation: subscribe.operation },
)
