import { DomainError, ERRORS } from '@salama/domain/shared'
import { log } from './log.ts'

/** The challenge of a 401 (RFC 6750, section 3). */
const challenge = (slug: string) =>
  TOKEN_REFUSED.has(slug) ? 'Bearer realm="salama", error="invalid_token"' : 'Bearer realm="salama"'

const TOKEN_REFUSED = new Set(['invalid_token', 'token_expired'])

/**
 * Any thrown thing as RFC 9457 problem details.
 *
 * A failure on purpose says its slug and its public detail. Anything else is a bug of ours: the log gets the cause, the
 * caller gets the request id and no word more.
 */
export function problemResponse(error: unknown, request: { requestId: string; path: string }): Response {
  const known = error instanceof DomainError ? error : new DomainError('internal', {}, { cause: error })
  const { status, title } = ERRORS[known.slug]
  if (status >= 500) log.error({ requestId: request.requestId, code: known.slug, cause: causeOf(known) }, title)
  const { retryAfterS, ...members } = status === 500 ? {} : known.detail
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  if (retryAfterS !== undefined) headers.set('retry-after', String(Math.max(1, Math.ceil(retryAfterS))))
  if (status === 401) headers.set('www-authenticate', challenge(known.slug))
  const body = {
    type: `/errors/${known.slug}`,
    title,
    status,
    code: known.slug,
    ...members,
    instance: request.path,
    requestId: request.requestId,
  }
  return new Response(JSON.stringify(body), { status, headers })
}

function causeOf(error: Error): unknown {
  const { cause } = error
  return cause instanceof Error ? { name: cause.name, message: cause.message, stack: cause.stack } : String(cause)
}
