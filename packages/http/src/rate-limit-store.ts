import { createHmac } from 'node:crypto'
import { timeLimit } from '@salama/domain/env'
import { processGlobal } from '@salama/domain/process-global'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'
import { settings } from './env.ts'
import { log } from './log.ts'

// Stores rate limit counters: in this process, or shared by several processes in PostgreSQL or Redis.
//
// A slow or unavailable store must not take the service down. Each request to it has a timeout of half a second; after
// a failure this process counts locally for a while before it tries again. Keys of a shared store are keyed hashes, so it
// contains no IP address or account.

export type Policy = { name: string; points: number; seconds: number }

/** The remaining points of a policy, and the seconds until it resets. */
export type Quota = { policy: Policy; remaining: number; resetS: number; exceeded: boolean }

type Limiter = Pick<RateLimiterMemory, 'consume' | 'get'>
type Shared = (policy: Policy) => Limiter

const PATIENCE_MS = 500
const BREAK_MS = 5_000
const SCHEMA = 'salama_limits'
const TABLE = 'counts'

type Counters = {
  own: Map<string, Limiter>
  common: Map<string, Limiter>
  shared: Promise<Shared> | null
  /** Whether it was reached once: from then on its client reconnects by itself. */
  isOpen: boolean
  downUntilMs: number
}

export const counters = processGlobal(
  'http.limits',
  (): Counters => ({ own: new Map(), common: new Map(), shared: null, isOpen: false, downUntilMs: 0 }),
)

/** Consumes one point of a policy for `who`. */
export const consume = (policy: Policy, who: string) => counted(policy, who, 'consume')

/** Returns the remaining points without consuming any. */
export const peek = (policy: Policy, who: string) => counted(policy, who, 'get')

const keyOf = (who: string) =>
  createHmac('sha256', settings().RATE_LIMIT_STORE).update(who).digest('base64url').slice(0, 27)

async function counted(policy: Policy, who: string, how: keyof Limiter): Promise<Quota> {
  const state = counters()
  if (settings().RATE_LIMIT_STORE !== 'memory' && Date.now() >= state.downUntilMs) {
    try {
      state.shared ??= connect(settings().RATE_LIMIT_STORE)
      const open = await state.shared
      state.isOpen = true
      return quota(policy, await outcome(limiterOf(state.common, policy, open)[how](keyOf(who))))
    } catch (error) {
      state.downUntilMs = Date.now() + BREAK_MS
      if (!state.isOpen) state.shared = null
      log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'the store of rate limits does not answer')
    }
  }
  return quota(policy, await outcome(limiterOf(state.own, policy, inMemory)[how](who)))
}

function limiterOf(known: Map<string, Limiter>, policy: Policy, make: Shared): Limiter {
  const name = `${policy.name} ${policy.points}`
  const found = known.get(name) ?? make(policy)
  known.set(name, found)
  return found
}

/** The library throws the result when a limit is exceeded: that of the copy which created the limiter. */
const outcome = (asked: Promise<RateLimiterRes | null>) =>
  asked.catch((thrown: unknown) => {
    if (isResult(thrown)) return thrown
    throw thrown
  })

const isResult = (thrown: unknown): thrown is RateLimiterRes =>
  typeof thrown === 'object' && thrown !== null && 'msBeforeNext' in thrown && 'consumedPoints' in thrown

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
    // Commands fail at once while disconnected; the client keeps reconnecting.
    const storeClient = new Redis(address, {
      maxRetriesPerRequest: 0,
      commandTimeout: timeLimit(PATIENCE_MS),
      connectTimeout: 2_000,
    })
    storeClient.on('error', () => {})
    return (policy) => new RateLimiterRedis({ ...options(policy), keyPrefix: `salama:${policy.name}`, storeClient })
  }
  const { Pool } = await import('pg')
  const storeClient = new Pool({
    connectionString: address,
    max: 5,
    connectionTimeoutMillis: timeLimit(PATIENCE_MS),
    query_timeout: timeLimit(PATIENCE_MS),
  })
  storeClient.on('error', () => {})
  await storeClient.query(CREATE).catch(async (cause: unknown) => {
    await storeClient.end()
    throw cause
  })
  const table = { tableName: TABLE, schemaName: SCHEMA, tableCreated: true }
  return (policy) => new RateLimiterPostgres({ ...options(policy), ...table, storeClient })
}

/** One table for all policies; its rows need not survive a crash. Several processes may start at once. */
const CREATE = `begin; select pg_advisory_xact_lock(hashtext('${SCHEMA}'));
  create schema if not exists ${SCHEMA};
  create unlogged table if not exists ${SCHEMA}.${TABLE} (key text primary key, points integer not null default 0, expire bigint);
  commit`
