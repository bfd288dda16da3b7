import { type ErrorSlug, isErrorSlug } from '@salama/domain/shared'

/** Why something was not done: the code of our own app, or that nothing answered. `detail` is what else the answer said. */
export type Problem = {
  code: ErrorSlug | 'network'
  fields: { path: string; code: string; message: string }[]
  retryAfterS: number | null
  detail: Record<string, unknown>
}

/** For react-query, which knows a failure by what is thrown. */
export class AskProblem extends Error {
  override name = 'AskProblem'
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

const NO_LINE: Problem = { code: 'network', fields: [], retryAfterS: null, detail: {} }

/** Long enough for a slow line, short enough that a person still waits. */
const TIMEOUT_MS = 20_000

async function problemOf(response: Response): Promise<Problem> {
  const detail: Record<string, unknown> = Object(await response.json().catch(() => null))
  return {
    code: isErrorSlug(detail.code) ? detail.code : response.status >= 502 ? 'unavailable' : 'internal',
    fields: Array.isArray(detail.errors) ? detail.errors : [],
    retryAfterS: Number(response.headers.get('retry-after')) || null,
    detail,
  }
}

/**
 * Asks an address of this app. The answer was checked against the operation's contract by the route, so its shape is the
 * one that is named here.
 *
 * @throws {AskProblem} and nothing else
 */
export async function ask<Reply>(
  path: `/api/${string}`,
  {
    method = 'GET',
    body,
    signal,
    timeoutMs = TIMEOUT_MS,
    idempotencyKey,
  }: {
    method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
    /** What is sent as JSON, or a file as it is. */
    body?: object | Blob
    signal?: AbortSignal
    timeoutMs?: number
    /** The same for every try at one thing, so that a retry does not make it twice. */
    idempotencyKey?: string
  } = {},
): Promise<Reply> {
  const timeout = AbortSignal.timeout(timeoutMs)
  let response: Response
  try {
    response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': body instanceof Blob ? 'application/octet-stream' : 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      signal: signal ? firstOf(signal, timeout) : timeout,
      ...(body && { body: body instanceof Blob ? body : JSON.stringify(body) }),
    })
  } catch {
    throw new AskProblem(NO_LINE)
  }
  if (!response.ok) throw new AskProblem(await problemOf(response))
  if (response.status === 204) return undefined as Reply // the operation's reply is then `Nothing`
  return response.json().catch(() => {
    throw new AskProblem(NO_LINE) // the line broke in the middle of the answer
  })
}

/** As AbortSignal.any, which phones of before 2024 do not have. */
function firstOf(...signals: AbortSignal[]): AbortSignal {
  const first = new AbortController()
  for (const each of signals) {
    if (each.aborted) first.abort()
    each.addEventListener('abort', () => first.abort(), { once: true })
  }
  return first.signal
}

/** What `ask` threw; anything else is a fault of ours. */
export const problemIn = (error: unknown): Problem =>
  error instanceof AskProblem ? error.problem : { ...NO_LINE, code: 'internal' }
