import { noteApiKeyUse } from '@salama/domain/api-keys'
import { type Caller, DomainError, limitClassOf, type Operation } from '@salama/domain/shared'
import { settings } from './env.ts'
import { networkAddressOf } from './network-address.ts'
import { consume, type Policy, peek, type Quota } from './rate-limit-store.ts'
import { hasScope } from './role.ts'

// How much of the service one caller may take.
//
// A person, a key and a phone are counted by who they are; a visitor only by where they come from, and behind one
// address of a mobile network there may be hundreds of people, so that one is wide. A key's day is that of its owner, or a
// rotated key would begin another one. A phone counts there too, because
// whoever wants a new device id need only forget the old one. SQL has limits of its own for what people write.
// These are the `RateLimit` headers of draft-ietf-httpapi-ratelimit-headers-10.

const MINUTE = 60
const DAY = 86_400

/** The names are public: they stand in the headers. */
const POLICIES = {
  apiKey: { read: [120, MINUTE, 'default'], daily: [20_000, DAY, 'daily'], search: [30, MINUTE, 'search'] },
  person: {
    read: [300, MINUTE, 'default'],
    write: [60, MINUTE, 'writes'],
    search: [60, MINUTE, 'search'],
    // A surveyor's whole day without signal comes at once, each vehicle with its photos; and they are known people.
    fieldWork: [300, MINUTE, 'field-work'],
  },
  address: {
    read: [600, MINUTE, 'address'],
    write: [120, MINUTE, 'address-writes'],
    search: [120, MINUTE, 'address-search'],
  },
} as const satisfies Record<string, Record<string, readonly [points: number, seconds: number, name: string]>>

/** What a key may, for the page that tells developers. */
export const API_KEY_LIMITS = {
  perMinute: POLICIES.apiKey.read[0],
  perDay: POLICIES.apiKey.daily[0],
  searchesPerMinute: POLICIES.apiKey.search[0],
}

/** What is counted by address whoever asks. A new device id is a row that stays for weeks, hence a day's bound too. */
const BY_ADDRESS = {
  credentials: [30, MINUTE],
  devices: [30, MINUTE],
  'devices-daily': [5_000, DAY],
  accounts: [60, MINUTE],
} as const
type ByAddress = keyof typeof BY_ADDRESS

type Counted = { policy: Policy; who: string }

const isFieldWork = ({ access, method }: Operation) =>
  method !== 'get' && typeof access === 'object' && 'role' in access && access.role === 'surveyor'

const scaled = (points: number) => Math.ceil(points * settings().RATE_LIMIT_SCALE)

/** Who counts towards which policies with one request for an operation. */
function countedFor(op: Operation, caller: Caller, address: string): Counted[] {
  const kind = op.method === 'get' ? 'read' : 'write'
  const search = limitClassOf(op) === 'search' ? (['search'] as const) : []
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
  if (caller.kind === 'user') return each('person', [isFieldWork(op) ? 'fieldWork' : kind, ...search], caller.subject)
  const byAddress = each('address', [kind, ...search], address)
  return caller.kind === 'device' ? [...each('person', [kind, ...search], caller.device), ...byAddress] : byAddress
}

/**
 * Counts a request and says in `headers` what is left.
 *
 * @throws {DomainError} `rate_limited`
 */
export async function limit(request: Request, op: Operation, caller: Caller, headers: Headers): Promise<void> {
  const quotas: Quota[] = []
  for (const { policy, who } of countedFor(op, caller, networkAddressOf(request))) {
    const quota = await consume(policy, who)
    quotas.push(quota)
    if (quota.exceeded) break
  }
  // What a key does not open is no use of it, but counts: nobody may knock without end.
  if (caller.kind === 'apiKey' && hasScope(op, caller)) noteApiKeyUse(caller.keyId, quotas.at(-1)?.exceeded === true)
  writeHeaders(quotas, headers)
}

const byAddress = (what: ByAddress): Policy => {
  const [points, seconds] = BY_ADDRESS[what]
  return { name: what, points: scaled(points), seconds }
}

/**
 * Counts something against the address that it comes from.
 *
 * @throws {DomainError} `rate_limited`
 */
export async function limitAddress(request: { headers: Pick<Headers, 'get'> }, what: ByAddress, headers?: Headers) {
  writeHeaders([await consume(byAddress(what), networkAddressOf(request))], headers)
}

/** Whether so many wrong tokens and keys came from there of late that no new one should be looked up. */
export async function isThrottled(request: { headers: Pick<Headers, 'get'> }): Promise<boolean> {
  const { remaining } = await peek(byAddress('credentials'), networkAddressOf(request))
  return remaining === 0
}

/** Credentials that are none: guessed or made up. One that has expired was good once. */
const GUESSED = ['invalid_token', 'invalid_api_key']

/** What becomes of a refusal of the caller: one guess too many from one address is told so instead. */
export async function countRefusal(request: Request, error: unknown, headers: Headers): Promise<never> {
  if (error instanceof DomainError && GUESSED.includes(error.slug)) await limitAddress(request, 'credentials', headers)
  throw error
}

/** What becomes of a refusal by a limit of an operation's own, which SQL counts: the headers name it beside the others. */
export function addOwnLimitHeader({ name }: Operation, error: unknown, headers: Headers): never {
  if (error instanceof DomainError && error.slug === 'rate_limited' && error.detail.retryAfterS !== undefined)
    headers.append('ratelimit', `"${name}";r=0;t=${Math.ceil(error.detail.retryAfterS)}`)
  throw error
}

function writeHeaders(quotas: Quota[], headers?: Headers): void {
  const policies = quotas.map(({ policy: { name, points, seconds } }) => `"${name}";q=${points};w=${seconds}`)
  headers?.set('ratelimit-policy', policies.join(', '))
  headers?.set(
    'ratelimit',
    quotas.map(({ policy, remaining, resetS }) => `"${policy.name}";r=${remaining};t=${resetS}`).join(', '),
  )
  const exceeded = quotas.find((quota) => quota.exceeded)
  if (exceeded) throw new DomainError('rate_limited', { retryAfterS: exceeded.resetS })
}
