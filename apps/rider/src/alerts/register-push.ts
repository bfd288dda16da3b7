import { subscribePush } from '@salama/domain/alerts'
import { DomainError, FIELD_PROBLEMS } from '@salama/domain/shared'
import { isAllowedEndpoint } from '@salama/push/endpoint.ts'
import { pushSettings } from '@salama/push/env.ts'

/** `subscribePush`, for endpoints that our server may connect to. */
export const registerPush: typeof subscribePush = Object.assign(
  (...[caller, input]: Parameters<typeof subscribePush>) => {
    if (!isAllowedEndpoint(input.endpoint, pushSettings().testOrigin))
      throw new DomainError('invalid_request', {
        errors: [{ path: 'endpoint', code: 'invalid_value', message: FIELD_PROBLEMS.invalid_value }],
      })
    return subscribePush(caller, input)
  },
  { operation: subscribePush.operation },
)
