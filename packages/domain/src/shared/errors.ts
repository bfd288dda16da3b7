/**
 * The only list of intended failures. A slug is public and permanent: clients branch on it, SQL raises it (`app.fail`),
 * tests name it. Wording and status may change; a slug is never reused.
 */
export const ERRORS = {
  unreadable_body: { status: 400, title: 'The request body is not valid JSON.' },
  ambiguous_credentials: { status: 400, title: 'Send either an access token or an API key, not both.' },
  unauthenticated: { status: 401, title: 'Authentication required: send an access token.' },
  token_expired: { status: 401, title: 'The access token has expired.' },
  invalid_token: { status: 401, title: 'The access token is invalid.' },
  invalid_api_key: { status: 401, title: 'The API key is invalid.' },
  api_key_expired: { status: 401, title: 'The API key has expired.' },
  api_key_revoked: { status: 401, title: 'The API key has been revoked.' },
  role_required: { status: 403, title: 'Your account does not have the required role.' },
  api_key_not_accepted: { status: 403, title: 'This operation does not accept API keys.' },
  scope_missing: { status: 403, title: 'The API key does not have the required scope.' },
  cross_site_request: { status: 403, title: 'Cross-site requests are not allowed.' },
  second_factor_required: { status: 403, title: 'Verify your second factor in this session first.' },
  password_required: { status: 403, title: 'Confirm your password first.' },
  forbidden: { status: 403, title: 'You do not have permission to do this.' },
  incident_own: { status: 403, title: 'You cannot vote on an incident that you reported.' },
  own_submission: {
    status: 403,
    title: 'You cannot review something that you submitted, reported or voted on.',
  },
  own_escalation: { status: 403, title: 'You escalated this entry, so another admin has to decide.' },
  own_roles: { status: 403, title: 'You cannot do this to your own account.' },
  not_eligible: { status: 403, title: 'You have not passed the required course.' },
  not_found: { status: 404, title: 'Not found, or you do not have access to it.' },
  method_not_allowed: { status: 405, title: 'This path does not support the method.' },
  not_acceptable: { status: 406, title: 'The requested format is not available.' },
  id_reused: { status: 409, title: 'The id is already in use with different content.' },
  invalid_transition: { status: 409, title: 'The action is not allowed in the current state.' },
  import_running: { status: 409, title: 'Another import is already running.' },
  large_removal: { status: 409, title: 'This would remove a large part of the network. Confirm the removal.' },
  nothing_recorded: { status: 409, title: 'Nothing has been submitted under this claim yet.' },
  too_many_api_keys: { status: 409, title: 'The account has reached its limit of active API keys.' },
  too_many_webhooks: { status: 409, title: 'The API key has reached its limit of webhooks.' },
  api_key_already_created: {
    status: 409,
    title: 'This request has already created an API key. A key is shown only once.',
  },
  version_conflict: { status: 409, title: 'The resource was changed in the meantime. Read it again and retry.' },
  session_already_open: { status: 409, title: 'You already have an open session.' },
  session_required: { status: 409, title: 'You do not have an open session.' },
  slot_taken: { status: 409, title: 'The slot is no longer available.' },
  claim_limit: { status: 409, title: 'You hold as many slots as allowed. Submit or release one first.' },
  entry_claimed: { status: 409, title: 'Another reviewer has claimed this entry.' },
  needs_own_review: { status: 409, title: 'This entry must be reviewed individually.' },
  last_admin: { status: 409, title: 'At least one admin must remain.' },
  alias_taken: { status: 409, title: 'The name is already in use by another operator group.' },
  plate_taken: { status: 409, title: 'The number plate is already in use by another vehicle.' },
  already_rated: { status: 409, title: 'You have already rated this ride.' },
  too_many_follows: { status: 409, title: 'The account or device has reached its limit of follows.' },
  report_full: { status: 409, title: 'The report has reached its limit.' },
  incident_gone: { status: 410, title: 'The incident was withdrawn or merged into another one.' },
  body_too_large: { status: 413, title: 'The request body is too large.' },
  unsupported_media_type: { status: 415, title: 'The request body must be application/json.' },
  invalid_request: { status: 422, title: 'The request is invalid.' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was already used with a different request.' },
  outside_service_area: { status: 422, title: 'The place is outside the service area.' },
  unknown_stop: { status: 422, title: 'The stop does not exist.' },
  unknown_vehicle: { status: 422, title: 'Not a known vehicle or a valid number plate.' },
  unreadable_photo: {
    status: 422,
    title: 'The photo cannot be read. Send a JPEG or WebP image within the size limits.',
  },
  wrong_code: { status: 422, title: 'The code is incorrect, already used or expired.' },
  wrong_password: { status: 422, title: 'The password is incorrect.' },
  weak_password: { status: 422, title: 'The password is too weak.' },
  quiz_not_passed: { status: 422, title: 'The quiz has not been passed: 80 % is required.' },
  rate_limited: { status: 429, title: 'Too many requests.' },
  internal: { status: 500, title: 'Internal server error.' },
  unavailable: { status: 503, title: 'The service is temporarily unavailable. Try again shortly.' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorSlug = keyof typeof ERRORS

export const isErrorSlug = (value: unknown): value is ErrorSlug =>
  typeof value === 'string' && Object.hasOwn(ERRORS, value)

export type FieldProblem = { path: string; code: string; message: string }

/** What a problem may carry, sent to the caller unchanged: no id, name or text that they may not know. */
export type ProblemDetail = {
  errors?: FieldProblem[]
  retryAfterS?: number
  [member: string]: unknown
}

/** An intended failure. Anything else that is thrown is a bug and returned as `internal`. */
export class DomainError extends Error {
  override name = 'DomainError'
  readonly slug: ErrorSlug
  readonly detail: ProblemDetail

  constructor(slug: ErrorSlug, detail: ProblemDetail = {}, options?: ErrorOptions) {
    super(ERRORS[slug].title, options)
    this.slug = slug
    this.detail = detail
  }

  /** One process may have loaded this file more than once, and caches that it shares keep errors of any copy. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'DomainError'
  }
}
