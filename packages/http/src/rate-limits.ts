import { noteApiKeyUse } from '@salama/domain/api-keys'
import { type Caller, DomainError, isRead, limitClassOf, type Operation } from '@salama/domain/shared'
import { settings } from './env.ts'
import { networkAddressOf } from './network-address.ts'
import { consume, type Policy, peek, type Quota } from './rate-limit-store.ts'
import type { HeaderWriter, RequestHead } from './reply.ts'
import { hasScope } from './role.ts'

// Rate limits per caller.
//
// Users, keys and devices are counted by id; visitors only by IP address, and hundreds of people can share one address
// of a mobile network, so that limit is wide. A key's daily limit belongs to its owner, otherwise rotating the key
// would reset it. A device also counts towards its IP address, because anyone can get a new device id by clearing
// cookies. SQL has its own limits for what people write. The headers are the `RateLimit` headers of
// draft-ietf-httpapi-ratelimit-headers-10.

const MINUTE = 60
const DAY = 86_400

/** Public names: they appear in the headers. */
const POLICIES = {
  apiKey: { read: [120, MINUTE, 'default'], daily: [20_000, DAY, 'daily'], search: [30, MINUTE, 'search'] },
  person: {
    read: [300, MINUTE, 'default'],
    write: [60, MINUTE, 'writes'],
    search: [60, MINUTE, 'search'],
    // A surveyor's whole offline day is sent at once, each vehicle with its photos; and surveyors are known users.
    fieldWork: [300, MINUTE, 'field-work'],
    // An admin clears a queue by keyboard, an entry every second, and the next ones are prefetched.
    console: [900, MINUTE, 'console'],
  },
  address: {
    read: [600, MINUTE, 'address'],
    write: [120, MINUTE, 'address-writes'],
    search: [120, MINUTE, 'address-search'],
    // What a phone reports, and what it does with a receipt code: SQL counts the reports of new phones on one network.
    report: [600, MINUTE, 'address-reports'],
    receipt: [600, MINUTE, 'address-receipts'],
    // Hundreds of riders share one address of a mobile network. Each phone that shares a trip or watches one asks four
    // times a minute, and all of them are the phones of one address; one trip's own limit is below.
    trip: [6_000, MINUTE, 'address-trips'],
    newTrip: [600, MINUTE, 'address-new-trips'],
  },
  // One trip, by one IP address: so that nobody elsewhere uses up what those who share and watch it have.
  trip: { trip: [120, MINUTE, 'trip'] },
} as const satisfies Record<string, Record<string, readonly [points: number, seconds: number, name: string]>>

/** The limits of a key, for the developers' page. */
export const API_KEY_LIMITS = {
  perMinute: POLICIES.apiKey.read[0],
  perDay: POLICIES.apiKey.daily[0],
  searchesPerMinute: POLICIES.apiKey.search[0],
}

/** Counted by IP address for all callers. A new device id is a row stored for weeks, so it has a daily limit too. */
const BY_ADDRESS = {
  credentials: [30, MINUTE],
  devices: [30, MINUTE],
  'devices-daily': [5_000, DAY],
  // Those made for a report, which what others do with new phones must not stop.
  'report-devices': [120, MINUTE],
  'report-devices-daily': [20_000, DAY],
  accounts: [60, MINUTE],
  passkeys: [60, MINUTE],
  // Pictures of links and certificates: each takes up to a tenth of a second of a core, and anyone may ask for them.
  drawings: [60, MINUTE],
  // Still maps, each of some hundredths of a second: every page with one asks for it, and many riders share one address.
  maps: [600, MINUTE],
  // Phones shrink a photo before they send it, so that one which cannot be decoded was made for it.
  'unreadable-photos': [20, 10 * MINUTE],
} as const
type ByAddress = keyof typeof BY_ADDRESS

type Counted = { policy: Policy; who: string }

/** The counter of a person's request: by the role that the operation needs, else by what it does. */
function ofPerson(op: Operation): keyof typeof POLICIES.person {
  const { access } = op
  const role = typeof access === 'object' && 'role' in access ? access.role : null
  if (role === 'admin') return 'console'
  if (isRead(op)) return 'read'
  return role === 'surveyor' ? 'fieldWork' : 'write'
}

const scaled = (points: number) => Math.ceil(points * settings().RATE_LIMIT_SCALE)

/** The id in a URL, in one spelling; none where the URL names nothing. */
const idIn = (url: string) => /[\da-f]{8}-[\da-f-]{27}/i.exec(url)?.[0].toLowerCase() ?? ''

/** Which counters and policies one request for an operation consumes. */
function countedFor(op: Operation, caller: Caller, address: string, url: string): Counted[] {
  const kind = isRead(op) ? 'read' : 'write'
  const purpose = limitClassOf(op)
  const search = purpose === 'search' ? ([purpose] as const) : []
  const each = <Who extends keyof typeof POLICIES>(
    group: Who,
    which: readonly (keyof (typeof POLICIES)[Who])[],
    who: string,
  ) =>
    which.map((name): Counted => {
      const [points, seconds, shown] = POLICIES[group][name] as readonly [number, number, string] // see `satisfies`
      return { policy: { name: shown, points: scaled(points), seconds }, who: `${group} ${who}` }
    })
  if (caller.kind === 'apiKey')
    return [
      ...each('apiKey', ['read'], caller.keyId),
      ...each('apiKey', ['daily'], `of ${caller.ownerId}`),
      ...each('apiKey', search, caller.keyId),
    ]
  if (caller.kind === 'user') return each('person', [ofPerson(op), ...search], caller.subject)
  const byAddress = each('address', purpose && purpose !== 'search' ? [purpose] : [kind, ...search], address)
  if (purpose === 'trip') byAddress.unshift(...each('trip', ['trip'], `${idIn(url)} ${address}`))
  return caller.kind === 'device' ? [...each('person', [kind, ...search], caller.device), ...byAddress] : byAddress
}

/**
 * Counts a request and writes the remaining points into `headers`.
 * @throws {DomainError} `rate_limited`
 */
export async function limit(request: RequestHead, op: Operation, caller: Caller, headers: HeaderWriter): Promise<void> {
  const quotas: Quota[] = []
  for (const { policy, who } of countedFor(op, caller, networkAddressOf(request), request.url)) {
    const quota = await consume(policy, who)
    quotas.push(quota)
    if (quota.exceeded) break
  }
  // A request without the required scope is not recorded as use of the key, but consumes its limit.
  if (caller.kind === 'apiKey' && hasScope(op, caller)) noteApiKeyUse(caller.keyId, quotas.at(-1)?.exceeded === true)
  writeHeaders(quotas, headers)
}

const byAddress = (what: ByAddress): Policy => {
  const [points, seconds] = BY_ADDRESS[what]
  return { name: what, points: scaled(points), seconds }
}

/** Who is counted: a browser that is known by its cookie, so that nobody else uses up what it has; or the IP address. */
const whoOf = (request: Pick<RequestHead, 'headers'>, browser?: string) =>
  browser === undefined ? networkAddressOf(request) : `browser ${browser}`

/**
 * Counts something against its IP address, or against `browser` if it is known.
 * @throws {DomainError} `rate_limited`
 */
export async function limitAddress(
  request: Pick<RequestHead, 'headers'>,
  what: ByAddress,
  headers?: HeaderWriter,
  browser?: string,
) {
  writeHeaders([await consume(byAddress(what), whoOf(request, browser))], headers)
}

/** Whether this IP address, or known browser, sent too many wrong credentials recently to look up another one. */
export async function isThrottled(request: Pick<RequestHead, 'headers'>, browser?: string): Promise<boolean> {
  const { remaining } = await peek(byAddress('credentials'), whoOf(request, browser))
  return remaining === 0
}

/** Why a photo was refused after a process had tried to decode it, for up to two seconds of a core. */
const TRIED: readonly unknown[] = ['damaged', 'cost']

/**
 * Accepts no photos from an IP address that has sent too many which cost a decoding for nothing.
 * @throws {DomainError} `rate_limited`
 */
export async function limitUnreadable<T>(request: RequestHead, op: Operation, work: () => Promise<T>): Promise<T> {
  if (!op.errors.includes('unreadable_photo')) return work()
  const [policy, who] = [byAddress('unreadable-photos'), networkAddressOf(request)]
  const { remaining, resetS } = await peek(policy, who)
  if (remaining === 0) throw new DomainError('rate_limited', { retryAfterS: resetS })
  return work().catch(async (error: unknown) => {
    if (error instanceof DomainError && error.slug === 'unreadable_photo' && TRIED.includes(error.detail.because))
      await consume(policy, who)
    throw error
  })
}

/** Invalid credentials: guessed or made up. Expired ones were valid once, so they do not count. */
const GUESSED = ['invalid_token', 'invalid_api_key']

/** Counts a failed authentication; over the limit of the IP address it becomes `rate_limited`. */
export async function countRefusal(request: RequestHead, error: unknown, headers: HeaderWriter): Promise<never> {
  if (error instanceof DomainError && GUESSED.includes(error.slug)) await limitAddress(request, 'credentials', headers)
  throw error
}

/** Adds an operation's own limit, which SQL counts, to the headers of its refusal. */
export function addOwnLimitHeader({ name }: Operation, error: unknown, headers: HeaderWriter): never {
  if (error instanceof DomainError && error.slug === 'rate_limited' && error.detail.retryAfterS !== undefined)
    headers.append('ratelimit', `"${name}";r=0;t=${Math.ceil(error.detail.retryAfterS)}`)
  throw error
}

function writeHeaders(quotas: Quota[], headers?: HeaderWriter): void {
  const policies = quotas.map(({ policy: { name, points, seconds } }) => `"${name}";q=${points};w=${seconds}`)
  headers?.set('ratelimit-policy', policies.join(', '))
  headers?.set(
    'ratelimit',
    quotas.map(({ policy, remaining, resetS }) => `"${policy.name}";r=${remaining};t=${resetS}`).join(', '),
  )
  const exceeded = quotas.find((quota) => quota.exceeded)
  if (exceeded) throw new DomainError('rate_limited', { retryAfterS: exceeded.resetS })
}
