// A request that failed for a moment is sent again, if sending it twice does no harm.

export type Retries = {
  /** How often a request is sent again; 0 for never. */
  most?: number
  /** What asks for a longer pause than this is not sent again: the caller hears of it. */
  longestWaitS?: number
}

type Fetch = (request: Request) => Promise<Response>

const REPEATABLE = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']
const PASSING = [429, 502, 503, 504]

/** Whether sending it twice has the effect of once. */
const isRepeatable = ({ method, headers }: Request) => REPEATABLE.includes(method) || headers.has('idempotency-key')

export const withRetries =
  (fetch: Fetch, { most = 3, longestWaitS = 60 }: Retries = {}): Fetch =>
  async (request) => {
    const tries = isRepeatable(request) ? most : 0
    for (let tried = 0; ; tried++) {
      const response = await fetch(tried < tries ? request.clone() : request)
      if (tried >= tries || !PASSING.includes(response.status) || request.signal.aborted) return response
      const asked = retryAfterS(response)
      if (asked > longestWaitS) return response
      await response.body?.cancel()
      await sleep(1000 * asked + backoffMs(tried), request.signal)
    }
  }

/** 0.5 to 1 s, then 1 to 2 s, and so on: clients that failed together do not come back together. */
export const backoffMs = (tried: number) => 500 * 2 ** Math.min(tried, 6) * (1 + Math.random())

/** The seconds that `Retry-After` asks for, as a number or a date. */
export function retryAfterS({ headers }: Response): number {
  const value = headers.get('retry-after')
  if (value === null) return 0
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isNaN(seconds) ? 0 : Math.max(0, seconds)
}

/** Ends early when the signal aborts. */
export const sleep = (ms: number, signal?: AbortSignal | null): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
