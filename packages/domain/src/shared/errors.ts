/**
 * The only list of intended failures.
 *
 * The slug is public and permanent: clients branch on it, SQL raises it (`app.fail`), tests name it. Wording and
 * status may change; a slug is never reused. One list keeps the name of a failure the same in SQL, routes and apps.
 */
export const ERRORS = {
  unreadable_body: { status: 400, title: 'The body is not readable JSON.' },
  ambiguous_credentials: { status: 400, title: 'Send an access token or an API key, not both.' },
  unauthenticated: { status: 401, title: 'Sign in: this needs an access token.' },
  token_expired: { status: 401, title: 'The access token has expired.' },
  invalid_token: { status: 401, title: 'The access token is not valid here.' },
  invalid_api_key: { status: 401, title: 'That is not an API key of this service.' },
  api_key_expired: { status: 401, title: 'The API key has expired.' },
  api_key_revoked: { status: 401, title: 'The API key was revoked.' },
  role_required: { status: 403, title: 'Your account does not have the role that this needs.' },
  api_key_not_accepted: { status: 403, title: 'This operation does not accept an API key.' },
  scope_missing: { status: 403, title: 'The API key does not have the scope that this needs.' },
  cross_site_request: { status: 403, title: 'This request did not come from our own pages.' },
  second_factor_required: { status: 403, title: 'This session has to prove its second factor first.' },
  password_required: { status: 403, title: 'Prove your password again first.' },
  forbidden: { status: 403, title: 'You may not do this.' },
  incident_own: { status: 403, title: 'You cannot do this with an incident that you reported yourself.' },
  own_submission: {
    status: 403,
    title: 'You cannot decide on something that you sent, reported or voted on yourself.',
  },
  own_escalation: { status: 403, title: 'You passed this on, so another admin has to decide.' },
  own_roles: { status: 403, title: 'Nobody changes their own roles.' },
  not_eligible: { status: 403, title: 'You have not passed the course that this needs.' },
  not_found: { status: 404, title: 'There is nothing here that you can see.' },
  method_not_allowed: { status: 405, title: 'This address does not know that method.' },
  not_acceptable: { status: 406, title: 'This address does not answer in the format that was asked for.' },
  id_reused: { status: 409, title: 'That id is already used for something else.' },
  invalid_transition: { status: 409, title: 'That step is not possible from the present state.' },
  import_running: { status: 409, title: 'Another import is running.' },
  large_removal: { status: 409, title: 'This would remove a large part of the network, and that is not confirmed.' },
  nothing_recorded: { status: 409, title: 'No entry was sent under this claim yet.' },
  too_many_api_keys: { status: 409, title: 'There are as many working API keys as one account may have.' },
  api_key_already_created: {
    status: 409,
    title: 'That request has made its API key already. A key is shown only once.',
  },
  version_conflict: { status: 409, title: 'It was changed in the meantime. Read it again, then decide.' },
  session_already_open: { status: 409, title: 'You have an open session already.' },
  session_required: { status: 409, title: 'This needs an open session.' },
  slot_taken: { status: 409, title: 'That slot is not free any more.' },
  claim_limit: { status: 409, title: 'You hold a slot already. Finish or release it first.' },
  entry_claimed: { status: 409, title: 'Another reviewer is looking at this entry.' },
  needs_own_review: { status: 409, title: 'Somebody has to open this entry by itself.' },
  last_admin: { status: 409, title: 'There must always be an admin.' },
  alias_taken: { status: 409, title: 'Another operator group has that name.' },
  plate_taken: { status: 409, title: 'Another vehicle has that plate.' },
  already_rated: { status: 409, title: 'You have rated this ride already.' },
  too_many_follows: { status: 409, title: 'There are as many follows as one account or phone may have.' },
  report_full: { status: 409, title: 'That report has as many of these as it may have.' },
  incident_gone: { status: 410, title: 'This incident was withdrawn or became part of another one.' },
  body_too_large: { status: 413, title: 'The body is larger than this operation takes.' },
  unsupported_media_type: { status: 415, title: 'Send the body as application/json.' },
  invalid_request: { status: 422, title: 'Some of what was sent is not as described.' },
  idempotency_key_reused: { status: 422, title: 'That Idempotency-Key came with another request before.' },
  outside_service_area: { status: 422, title: 'That place is outside the area that we cover.' },
  unknown_stop: { status: 422, title: 'There is no such stop.' },
  unknown_vehicle: { status: 422, title: 'That is neither a known vehicle nor a number plate.' },
  unreadable_photo: { status: 422, title: 'That is not a picture that we take: JPEG or WebP, and not too large.' },
  wrong_code: { status: 422, title: 'That code is wrong, used or too old.' },
  wrong_password: { status: 422, title: 'That password is wrong.' },
  weak_password: { status: 422, title: 'That password is too easy to guess.' },
  quiz_not_passed: { status: 422, title: 'The quiz is not passed at 80 %.' },
  rate_limited: { status: 429, title: 'That was too much in too short a time.' },
  internal: { status: 500, title: 'Something broke on our side.' },
  unavailable: { status: 503, title: 'The service cannot answer just now. Try again shortly.' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorSlug = keyof typeof ERRORS

export const isErrorSlug = (value: unknown): value is ErrorSlug =>
  typeof value === 'string' && Object.hasOwn(ERRORS, value)

/** One invalid value: its dotted path, a code, and a message. */
export type FieldProblem = { path: string; code: string; message: string }

/**
 * What a problem may carry beside its slug. Public: it is sent to the caller unchanged, so it never contains an id, a
 * name or a text that the caller did not send or may not know.
 */
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
