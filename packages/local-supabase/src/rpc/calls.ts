import { LRUCache } from 'lru-cache'
import type { Ask } from '../auth/request.ts'
import type { Database } from '../database/index.ts'
import { accepts, callStatements, type Signature, signatureOf, signatureQuery } from '../database/rpc.ts'
import type { Identify } from './identities.ts'
import { errorResponse, resultResponse } from './responses.ts'

const PATH = /^\/rest\/v1\/rpc\/(\w+)$/

/** Signatures are read again after this time, in case another process has migrated the database. */
const SIGNATURE_MS = 60_000
/** SQLSTATEs of a call that no longer fits: no such function, or it has become volatile. */
const CHANGED = /^(42883|25006)$/

/**
 * Calls functions of schema `api` in one round trip; lite takes a dozen. See docs/decisions/api-server.md.
 *
 * Only the usual call is answered here: JSON arguments that fit a function that returns JSON, by a caller whose key and
 * token are valid. Everything else is passed to lite, which responds to it, or rejects it as PostgREST does.
 */
export function answerCalls({ pipeline }: Pick<Database, 'pipeline'>, identify: Identify, next: Ask): Ask {
  const signatures = new LRUCache<string, Signature>({ max: 1_000, ttl: SIGNATURE_MS })

  async function findSignature(name: string, given: string[]): Promise<Signature | undefined> {
    const known = signatures.get(name)
    if (known && accepts(known, given)) return known
    const found = signatureOf(await pipeline([signatureQuery(name)]))
    if (!found?.returnsJson || !accepts(found, given)) return undefined
    signatures.set(name, found)
    return found
  }

  return async (request, peerAddress) => {
    const name = isUsual(request) ? PATH.exec(new URL(request.url).pathname)?.[1] : undefined
    const caller = name && (await identify(request))
    if (!name || !caller) return next(request, peerAddress)
    const args = await request.text()
    const given = keysOf(args)
    try {
      const signature = given && (await findSignature(name, given))
      if (!signature) return next(new Request(request, { body: args }), peerAddress)
      const [result] = await pipeline(callStatements(signature, caller, given, args))
      return resultResponse(result ?? null)
    } catch (error) {
      console.error(error)
      if (error instanceof Error && 'code' in error && CHANGED.test(String(error.code))) signatures.delete(name)
      return errorResponse(error, caller)
    }
  }
}

/** As supabase-js calls a function, and curl, without requesting another format, part or count of the result. */
const isUsual = ({ method, headers }: Request): boolean =>
  method === 'POST' &&
  headers.get('content-profile') === 'api' &&
  /^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? '') &&
  /^(\*\/\*|application\/json)?$/.test(headers.get('accept') ?? '') &&
  /^(wait=\d+)?$/.test(headers.get('prefer') ?? '')

/** The keys of a JSON object; undefined for any other text. */
function keysOf(json: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : undefined
  } catch {
    return undefined
  }
}
