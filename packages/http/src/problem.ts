import { isNotAdmitted } from '@salama/domain/admission'
import { DomainError, ERRORS, type ErrorSlug } from '@salama/domain/shared'
import { currentTrace } from '@salama/domain/trace'
import { causeOf } from './cause.ts'
import { settings } from './env.ts'
import { log } from './log.ts'
import { type Reply, reply, toResponse } from './reply.ts'

/** The WWW-Authenticate challenge (RFC 6750, section 3); no error without a token, the alternatives for an API key. */
function challenge(slug: ErrorSlug): string | undefined {
  const error = CHALLENGES.get(slug)
  if (error !== undefined) return `Bearer realm="salama", error="${error}", error_description="${ERRORS[slug].title}"`
  return ERRORS[slug].status === 401 ? 'Bearer realm="salama"' : undefined
}

const CHALLENGES = new Map<ErrorSlug, string>([
  ['invalid_token', 'invalid_token'],
  ['token_expired', 'invalid_token'],
  ['role_required', 'insufficient_scope'],
])

/**
 * Any thrown error as RFC 9457 problem details.
 *
 * A DomainError exposes its slug and public detail. Anything else is a bug: the cause is logged, and the caller gets
 * only the request id. The `type` is a page at the API's own URL, whichever app responds.
 */
export function problemReply(error: unknown, request: { requestId: string; path: string }): Reply {
  const known = error instanceof DomainError ? error : new DomainError('internal', {}, { cause: error })
  const { status, title } = ERRORS[known.slug]
  // A rejection under overload is in the log of its request; a second line would add to the load.
  if (status >= 500 && !isNotAdmitted(known.cause)) {
    const { requestId } = request
    log.error({ requestId, traceId: currentTrace()?.traceId, code: known.slug, cause: causeOf(known.cause) }, title)
  }
  const { retryAfterS, ...members } = status === 500 ? {} : known.detail
  const headers: Record<string, string> = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' }
  if (retryAfterS !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfterS)))
  // Otherwise the rest of the body could be read as the next request.
  if (known.slug === 'body_too_large') headers.connection = 'close'
  const authenticate = challenge(known.slug)
  if (authenticate !== undefined) headers['www-authenticate'] = authenticate
  const body = {
    type: `${settings().SALAMA_API_URL?.replace(/\/$/, '') ?? ''}/errors/${known.slug}`,
    title,
    status,
    code: known.slug,
    ...members,
    instance: request.path,
    requestId: request.requestId,
  }
  return reply(status, JSON.stringify(body), headers)
}

export const problemResponse = (...args: Parameters<typeof problemReply>): Response => toResponse(problemReply(...args))
