import { createHmac } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { settings } from './env.ts'
import { log } from './log.ts'

// Where counts are kept: in this process, or, so that several processes count together, in PostgreSQL or Redis.
//
// A store that is slow or away must not take the service with it. Each question has half a second; after a failure this
// process counts for itself for a while before it asks again. What is counted is named by a keyed hash, so that the
// store tells nobody which address or account was here.

export type Policy = { name: string; points: number; seconds: number }

/** How much of a policy is left, and in how many seconds it is whole again. */
export type Quota = { policy: Policy; remaining: number; resetS: number; exceeded: boolean }

type Limiter = Pick<RateLimiterMemory, 'consume' | 'get'>
type Shared = (policy: Policy) => Limiter

const PATIENCE_MS = 500
const BREAK_MS = 5_000
const SCHEMA = 'salama_limits'
const TABLE = 'counts'

/** On the global object, because one process may have loaded this file more than once: each route is a bundle. */
const KEY = Symbol.for('salama.http.limits')
type Counters = {
  own: Map<string, Limiter>
  common: Map<string, Limiter>
  shared: Promise<Shared> | null
  /** Whether it was reached once: then its client finds back by itself. */
  isOpen: boolean
  downUntilMs: number
}
const global: typeof globalThis & { [KEY]?: Counters } = globalThis

function counters(): Counters {
  global[KEY] ??= { own: new Map(), common: new Map(), shared: null, isOpen: false, downUntilMs: 0 }
  return global[KEY]
}

/** Takes one from what `who` has left of a policy. */
export const consume = (policy: Policy, who: string) => counted(policy, (limiter) => limiter.consume(keyOf(who)))

/** Looks without taking. */
export const peek = (policy: Policy, who: string) => counted(policy, (limiter) => limiter.get(keyOf(who)))

const keyOf = (who: string) =>
  createHmac('sha256', settings().RATE_LIMIT_STORE).update(who).digest('base64url').slice(0, 27)

async function counted(policy: Policy, ask: (limiter: Limiter) => Promise<RateLimiterRes | null>): Promise<Quota> {
  const state = counters()
  if (settings().RATE_LIMIT_STORE !== 'memory' && Date.now() >= state.downUntilMs) {
    try {
      state.shared ??= connect(settings().RATE_LIMIT_STORE)
      const open = await state.shared
      state.isOpen = true
      return quota(policy, await outcome(ask(limiterOf(state.common, policy, open))))
    } catch (error) {
      state.downUntilMs = Date.now() + BREAK_MS
      if (!state.isOpen) state.shared = null
      log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'the store of rate limits does not answer')
    }
  }
  return quota(policy, await outcome(ask(limiterOf(state.own, policy, inMemory))))
}

function limiterOf(known: Map<string, Limiter>, policy: Policy, make: Shared): Limiter {
  const name = `${policy.name} ${policy.points}`
  const found = known.get(name) ?? make(policy)
  known.set(name, found)
  return found
}

/** The library throws the count where a limit is passed. */
const outcome = (asked: Promise<RateLimiterRes | null>) =>
  asked.catch((thrown: unknown) => {
    if (thrown instanceof RateLimiterRes) return thrown
    throw thrown
  })

function quota(policy: Policy, count: RateLimiterRes | null): Quota {
  const resetS = count === null || count.msBeforeNext < 0 ? policy.seconds : Math.ceil(count.msBeforeNext / 1000)
  const used = count?.consumedPoints ?? 0
  return { policy, remaining: Math.max(0, policy.points - used), resetS, exceeded: used > policy.points }
}

const options = ({ name, points, seconds }: Policy) => ({ keyPrefix: name, points, duration: seconds })
const inMemory: Shared = (policy) => new RateLimiterMemory(options(policy))

async function connect(address: string): Promise<Shared> {
  if (address.startsWith('redis')) {
    const { Redis } = await import('ioredis')
    // Commands while there is no connection fail at once; the client goes on trying to connect by itself.
    const storeClient = new Redis(address, {
      maxRetriesPerRequest: 0,
      commandTimeout: PATIENCE_MS,
      connectTimeout: 2_000,
    })
    storeClient.on('error', () => {})
    return (policy) => new RateLimiterRedis({ ...options(policy), keyPrefix: `salama:${policy.name}`, storeClient })
  }
  const { Pool } = await import('pg')
  const storeClient = new Pool({
    connectionString: address,
    max: 5,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
  storeClient.on('error', () => {})
  await storeClient.query(CREATE).catch(async (cause: unknown) => {
    await storeClient.end()
    throw cause
  })
  const table = { tableName: TABLE, schemaName: SCHEMA, tableCreated: true }
  return (policy) => new RateLimiterPostgres({ ...options(policy), ...table, storeClient })
}

/** One table for all policies; its rows need not outlive a crash. Several processes may start at the same moment. */
const CREATE = `begin; select pg_advisory_xact_lock(hashtext('${SCHEMA}'));
  create schema if not exists ${SCHEMA};
  create unlogged table if not exists ${SCHEMA}.${TABLE} (key text primary key, points integer not null default 0, expire bigint);
  commit`
