import { DomainError, ERRORS, type ErrorSlug } from '@salama/domain/shared'
import { currentTrace } from '@salama/domain/trace'
import { causeOf } from './cause.ts'
import { settings } from './env.ts'
import { log } from './log.ts'

/**
 * The challenge of a refusal (RFC 6750, section 3): with no word of what is wrong where no token came. A refused API key
 * is told what else there is.
 */
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
 * Any thrown thing as RFC 9457 problem details.
 *
 * A failure on purpose says its slug and its public detail. Anything else is a bug of ours: the log gets the cause, the
 * caller gets the request id and no word more. The `type` is a page of the API's own address, whichever app answers.
 */
export function problemResponse(error: unknown, request: { requestId: string; path: string }): Response {
  const known = error instanceof DomainError ? error : new DomainError('internal', {}, { cause: error })
  const { status, title } = ERRORS[known.slug]
  if (status >= 500) {
    const { requestId } = request
    log.error({ requestId, traceId: currentTrace()?.traceId, code: known.slug, cause: causeOf(known.cause) }, title)
  }
  const { retryAfterS, ...members } = status === 500 ? {} : known.detail
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  if (retryAfterS !== undefined) headers.set('retry-after', String(Math.max(1, Math.ceil(retryAfterS))))
  // What may be left of the body would be taken for the next request.
  if (known.slug === 'body_too_large') headers.set('connection', 'close')
  const authenticate = challenge(known.slug)
  if (authenticate !== undefined) headers.set('www-authenticate', authenticate)
  const body = {
    type: `${settings().SALAMA_API_URL?.replace(/\/$/, '') ?? ''}/errors/${known.slug}`,
    title,
    status,
    code: known.slug,
    ...members,
    instance: request.path,
    requestId: request.requestId,
  }
  return new Response(JSON.stringify(body), { status, headers })
}
