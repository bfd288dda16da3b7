import type { z } from 'zod'
import type { Database } from '../generated/database.types.ts'
import type { ErrorSlug } from './errors.ts'

/** Read scopes of API keys, one per domain that other systems may read. */
export const SCOPES = [
  'incidents:read',
  'vehicles:read',
  'corridors:read',
  'routes:read',
  'saccos:read',
  'search:read',
] as const
export type Scope = (typeof SCOPES)[number]

/**
 * Who may call. `device`: a signed-in person, or else the phone itself, which only an app's own route can identify; a
 * role: a bearer token whose holder has it; a scope: a bearer token, or an API key with it. Rows: SQL decides.
 */
type Access = 'public' | 'user' | 'device' | { role: 'surveyor' | 'admin' } | { scope: Scope }

/** How long a reply may be cached, in seconds: by its client only, unless the operation `isShared`. */
type CacheRule = 'no-store' | { maxAgeS: number }

/**
 * How a request is counted apart. `search`: beside the caller's reads or writes. The others: in place of an IP address's
 * requests, so that none is refused for others behind it; `trip` also by its id. Numbers: `rate-limits.ts`.
 */
export type LimitClass = 'search' | 'report' | 'receipt' | 'trip' | 'newTrip'

/** Deprecation (RFC 9745, RFC 8594): since when, the earliest removal, and where to read about it. */
type Deprecation = { since: `${string}Z`; sunset: `${string}Z`; link: string }

/**
 * One endpoint, described once: this validates request and reply, types the handler, sets the cache headers and makes
 * the operation in openapi.json, so the published contract cannot differ from the code.
 */
export type Operation<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  /** operationId, and the name of the use case. */
  name: string
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Under /api/v1, or an app's own path. The published document contains only what contract.ts lists. */
  path: `/${string}`
  /**
   * The SQL function of schema `api` that implements it, where its name is not the operation's (`listSaccos` calls
   * `list_saccos`). Its arguments follow from the input (`radiusM` is sent as `p_radius_m`).
   */
  rpc?: keyof Database['api']['Functions']
  /** Members of the input whose own members are the arguments: a `place` is sent as `p_lat` and `p_lng`. */
  spread?: readonly string[]
  /** The SQL function also receives the device id, as `p_device`. */
  acceptsDevice?: true
  /** The SQL function is called anonymously, also for a signed-in user. */
  isAnonymous?: true
  /** The timeout of that call, where ten seconds are too short. */
  timeoutMs?: number
  /** A POST that changes nothing: what it asks is for no URL, which logs and caches keep. */
  onlyReads?: true
  tag: string
  summary: string
  description: string
  access: Access
  /** What is different where an app serves it, which is its path without the version and the area unless said here. */
  inApp?: {
    method?: 'post'
    path?: `/api/${string}`
    access?: 'public'
    /** With no path parameters left, what they said is in the body. */
    params?: undefined
    body?: z.ZodType
  }
  params?: Params | undefined
  query?: Query
  body?: Body
  reply: Reply
  /** A repeat may return 200 instead of 201. With 204 the reply is `Nothing`, without a body. */
  status?: 200 | 201 | 204
  /** The Location of what was created, where it is not the operation's path and the id; null: it has none. */
  location?: `/api/v1/${string}` | null
  /** The request may carry an Idempotency-Key; the use case gets it as `idempotencyKey`. */
  acceptsIdempotencyKey?: true
  /** The body limit in bytes, where it is not 64 kB. */
  maxBodyBytes?: number
  /** Also a plain HTML form: its fields are texts (repeated names a list), an empty one is omitted. */
  acceptsForm?: true
  /** The body is the bytes of one file, whatever its declared type; the use case gets them as `bytes`. */
  acceptsFile?: true
  /** Returns a file of this name: the reply is a `FilePage`; a `Link` header has the URL of the next page. */
  file?: { type: 'text/csv'; name: string }
  /** Its reply has places: also as GeoJSON by Accept. `input`: what the input then is beside what was sent. */
  geoJson?: { input?: Record<string, unknown> }
  /** The reply is the bytes of this type. */
  binary?: 'application/x-protobuf'
  /** The reply is a stream of server-sent events, which begins after the event that `Last-Event-ID` or `cursor` names. */
  events?: true
  /** The operator may let anyone call it without a credential, see SERVICE_ALERTS. */
  mayBePublic?: true
  /** Operations of the scope `search:read` always have that of searches. */
  limit?: LimitClass
  deprecated?: Deprecation
  errors: readonly ErrorSlug[]
  cache: CacheRule
  /** The same for everyone: without a credential, on an app's own path, shared caches may hold it. */
  isShared?: true
  examples: {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
    body?: unknown
    reply: unknown
  }
}

export const isRead = ({ method, onlyReads }: Pick<Operation, 'method' | 'onlyReads'>): boolean =>
  method === 'get' || onlyReads === true

/** The own rate limit of an operation, if any. */
export const limitClassOf = ({ limit, access }: Pick<Operation, 'limit' | 'access'>): LimitClass | undefined =>
  limit ?? (typeof access === 'object' && 'scope' in access && access.scope === 'search:read' ? 'search' : undefined)

/** Whether its replies are data for other systems, which name their licence. */
export const isLicensed = ({ access, path }: Pick<Operation, 'access' | 'path'>) =>
  path.startsWith('/api/v1/') && typeof access === 'object' && 'scope' in access

/** The input of a use case: path parameters, query, body and Idempotency-Key in one flat object, parsed. */
export type InputOf<Op> = (Op extends { params: infer P extends z.ZodType } ? z.output<P> : unknown) &
  (Op extends { query: infer Q extends z.ZodType } ? z.output<Q> : unknown) &
  (Op extends { body: infer B extends z.ZodType } ? z.output<B> : unknown) &
  (Op extends { acceptsIdempotencyKey: true } ? { idempotencyKey?: string | undefined } : unknown)

export type ReplyOf<Op> = Op extends { reply: infer R extends z.ZodType } ? z.output<R> : never

/** An operation as an app serves it. */
export type InApp<Op> = Op extends { inApp: infer Differs } ? Omit<Op, keyof Differs> & Differs : Op

export const inApp = <const Op extends Pick<Operation, 'inApp'>>(op: Op): InApp<Op> =>
  ({ ...op, ...op.inApp }) as InApp<Op> // the same in types

/** For whom the operations of several contracts are. */
export const forAdmins = { tag: 'Admin', access: { role: 'admin' } } as const
export const forReviewers = { tag: 'Reviews', access: { role: 'admin' } } as const
export const forSurveyors = { tag: 'Surveyor', access: { role: 'surveyor' } } as const
export const forLearners = { tag: 'Learning', access: 'user' } as const

type Default = 'errors' | 'cache'

/** Declares an operation. It fails only as any may and is stored nowhere, unless it says so. */
export const operation = <const Op extends Omit<Operation, Default> & Partial<Pick<Operation, Default>>>(
  op: Op,
): Pick<Operation, Default> & Op => ({ errors: [], cache: 'no-store', ...op })
