import { z } from 'zod'

const Env = z.object({
  SUPABASE_URL: z.url(),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1),
})

let parsed: z.infer<typeof Env> | undefined

/** URL and key of Supabase. Read at first use, so that a build needs no environment. */
export function env(): z.infer<typeof Env> {
  parsed ??= Env.parse(process.env)
  return parsed
}

/** The token of this process, for what it does without a user. It ends, and who started the process renews it: never keep it. */
export function serverToken(): string {
  const token = process.env.SERVER_TOKEN
  if (!token) throw new Error('SERVER_TOKEN is needed')
  return token
}

/** As `serverRpc` takes it. */
export const serverAccess = () => ({
  url: env().SUPABASE_URL,
  publishableKey: env().SUPABASE_PUBLISHABLE_KEY,
  token: serverToken(),
})

/** The commit of the code that runs, as whoever started this process knew it. */
export const commit = (): string | undefined => process.env.SALAMA_COMMIT || undefined

/** Where the service keeps its data, if this process was told. */
export const dataFolder = (): string | undefined => process.env.DATA_DIR || undefined

export const hasPictures = (): boolean => process.env.HAS_PICTURES === 'on'

/** A project's key of its Storage, in the processes that need it. The embedded Supabase takes the server's token. */
export const storageKey = (): string | undefined => process.env.SUPABASE_SECRET_KEY || undefined

/** The secret of this app with which cursors are signed. */
export const cursorSecret = (): string => z.string().min(32).parse(process.env.SESSION_SECRET)

let pepper: string | undefined

/** The secret with which API keys are hashed. Only the process that serves the API has it. */
export function apiKeyPepper(): string {
  pepper ??= z.string().min(32).parse(process.env.API_KEY_PEPPER)
  return pepper
}

/** The secret with which second factors are encrypted. Only the processes that verify them have it: the API and the console. */
export const secondFactorKey = (): string => z.string().min(32).parse(process.env.SECOND_FACTOR_KEY)

let rider: string | undefined

/** URL of the rider app, for print. No default: a sticker with a wrong URL stays wrong for years. */
export function riderUrl(): string {
  rider ??= z.url().parse(process.env.SALAMA_RIDER_URL).replace(/\/$/, '')
  return rider
}

/** Who may read the service alerts: those with a key or token, or anyone. */
export const isAlertFeedPublic = (): boolean =>
  z.enum(['keys', 'public']).parse(process.env.SERVICE_ALERTS || 'keys') === 'public'

/** How sure an incident has to be for an alert. */
export const alertCertainty = () =>
  z.enum(['unverified', 'corroborated', 'verified']).parse(process.env.SERVICE_ALERTS_CERTAINTY || 'corroborated')

/** Whether webhooks of API keys may go to http and to private addresses: for tests, and networks of the operator's own. */
export const mayReachPrivate = (): boolean =>
  z.enum(['on', 'off']).parse(process.env.WEBHOOKS_PRIVATE || 'off') === 'on'

let inFlight: number | undefined

/** How many database calls a process makes concurrently. */
export function maxInFlight(): number {
  inFlight ??= z.coerce
    .number()
    .int()
    .positive()
    .default(32)
    .parse(process.env.MAX_IN_FLIGHT || undefined)
  return inFlight
}

let timeScale: number | undefined

/** A time limit in ms, times TIME_LIMIT_SCALE: on a machine that is busy with tests slow is not unavailable. */
export function timeLimit(ms: number): number {
  timeScale ??= z.coerce
    .number()
    .positive()
    .default(1)
    .parse(process.env.TIME_LIMIT_SCALE || undefined)
  return ms * timeScale
}

let liveFeed: boolean | undefined

/** Whether this process may hold the live feed in memory. Off by default: it is for servers that keep running. */
export function hasLiveFeed(): boolean {
  liveFeed ??= z.enum(['on', 'off']).parse(process.env.SALAMA_LIVE_FEED || 'off') === 'on'
  return liveFeed
}
