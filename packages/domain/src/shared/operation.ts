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
 * Who may call. `public`: anyone; `user`: a bearer token; `device`: a person who is signed in, or else the phone itself,
 * which only an app's own address can know; a role: a bearer token whose holder has it; a scope: a bearer token, or an API
 * key with that scope. Which rows they then see is decided in SQL.
 */
type Access = 'public' | 'user' | 'device' | { role: 'surveyor' | 'admin' } | { scope: Scope }

/** How long a reply may be kept. Seconds; `private` because every cached read here answers a credential. */
type CacheRule = 'no-store' | { maxAgeS: number }

/** What an operation counts against beside its caller's limit of reads or writes. How much that is: `rate-limits.ts` in http. */
export type LimitClass = 'search'

/** Announced for removal (RFC 9745, RFC 8594): since when, from when on it may be gone, and where to read about it. */
type Deprecation = { since: `${string}Z`; sunset: `${string}Z`; link: string }

/**
 * One endpoint, described once.
 *
 * The same object validates the request, types the handler, checks the reply, sets the cache headers and becomes a
 * paragraph of openapi.json. There is no second description to keep in step, which is why the published contract can be
 * believed.
 */
export type Operation<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  /** operationId, and the name of the use case, the SQL function and the test files. */
  name: string
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Under /api/v1, or an app's own address. The published document holds only what contract.ts lists. */
  path: `/${string}`
  /**
   * The SQL function of schema `api` that does it; its arguments follow from the input (`radiusM` is sent as `p_radius_m`).
   * Left out where more than one call happens: then a file of its own says what.
   */
  rpc?: keyof Database['api']['Functions']
  /** Members of the input whose own members are the arguments: a `place` is sent as `p_lat` and `p_lng`. */
  spread?: readonly string[]
  /** The SQL function is also told which phone asks, as `p_device`. */
  acceptsDevice?: true
  /** The SQL function is asked in nobody's name, also where somebody is signed in. */
  isAnonymous?: true
  /** How long that call may take, where ten seconds are too short. */
  timeoutMs?: number
  tag: string
  summary: string
  description: string
  access: Access
  params?: Params
  query?: Query
  body?: Body
  reply: Reply
  /**
   * What a created or found thing is answered with; a use case may answer 200 instead of 201 for a repeat. With 204 the
   * reply is `Nothing` and the answer has no body.
   */
  status?: 200 | 201 | 204
  /** Where what was created is read, where it is not the operation's path and the id; null: at no address of its own. */
  location?: `/api/v1/${string}` | null
  /** The request may carry an Idempotency-Key; the use case gets it as `idempotencyKey`. */
  acceptsIdempotencyKey?: true
  /** Bytes that the body may have, where it is not 64 kB. */
  maxBodyBytes?: number
  /**
   * The body may also be what a plain HTML form sends. Its fields arrive as texts (as lists where a name is repeated), and
   * an empty field as none at all.
   */
  acceptsForm?: true
  /** The body is the bytes of one file, whatever it calls itself; the use case gets them as `bytes`. */
  acceptsFile?: true
  /**
   * Answers a file to keep instead of JSON, under this name: the reply is a `FilePage`, whose text is the body, and where
   * there is more of it a `Link` header names the address of the rest.
   */
  file?: { type: 'text/csv'; name: string }
  /** Costs more than other reads, and has a limit of its own. What the scope `search:read` opens has it in any case. */
  limit?: LimitClass
  /** Answered also while there is more to do than can be done: it says how the service is. */
  isNeverRefused?: true
  deprecated?: Deprecation
  errors: readonly ErrorSlug[]
  cache: CacheRule
  examples: {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
    body?: unknown
    reply: unknown
  }
}

/** The limit of its own that an operation has, if any. */
export const limitClassOf = ({ limit, access }: Pick<Operation, 'limit' | 'access'>): LimitClass | undefined =>
  limit ?? (typeof access === 'object' && 'scope' in access && access.scope === 'search:read' ? 'search' : undefined)

/** What a use case is given: path parameters, query, body and Idempotency-Key in one flat object, parsed. */
export type InputOf<Op> = (Op extends { params: infer P extends z.ZodType } ? z.output<P> : unknown) &
  (Op extends { query: infer Q extends z.ZodType } ? z.output<Q> : unknown) &
  (Op extends { body: infer B extends z.ZodType } ? z.output<B> : unknown) &
  (Op extends { acceptsIdempotencyKey: true } ? { idempotencyKey?: string | undefined } : unknown)

/** What a use case answers. */
export type ReplyOf<Op> = Op extends { reply: infer R extends z.ZodType } ? z.output<R> : never

/** Identity, for inference: `const` keeps literal names, methods and error lists. */
export function operation<const Op extends Operation>(op: Op): Op {
  return op
}
