import { createClient } from '@supabase/supabase-js'
import { DomainError } from '../shared/errors.ts'
import { env, serverToken, storageKey, timeLimit } from './env.ts'
import { callInTurn } from './request-scope.ts'

// Pictures are in a private bucket of Supabase Storage. No policy grants access, so no user's token can read it, and no
// link to it is ever published; our server returns pictures to those who may see them, after SQL has authorized the caller.
// The embedded Storage knows the roles of our servers; a project's is used with its secret key.

const BUCKET = 'report-photos'
const TIMEOUT_MS = 10_000

/** The connection pool of `callRpc` handles text only; pictures use the plain fetch. */
const inTime: typeof fetch = (input, init) =>
  callInTurn(() => fetch(input, { ...init, signal: AbortSignal.timeout(timeLimit(TIMEOUT_MS)) }))

function open() {
  const key = storageKey()
  return createClient(env().SUPABASE_URL, key ?? env().SUPABASE_PUBLISHABLE_KEY, {
    global: { fetch: inTime },
    ...(key === undefined && { accessToken: async () => serverToken() }),
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  }).storage.from(BUCKET)
}

let opened: ReturnType<typeof open> | undefined
const bucket = () => {
  opened ??= open()
  return opened
}

const failed = (what: string, cause: unknown) =>
  new DomainError(
    'unavailable',
    { retryAfterS: 5 },
    { cause: new Error(`The picture could not be ${what}`, { cause }) },
  )

/** Stores a picture, or stores it again. @throws {DomainError} `unavailable` */
export async function putPicture(object: string, bytes: Uint8Array): Promise<void> {
  const { error } = await bucket().upload(object, bytes, { contentType: 'image/webp', upsert: true })
  if (error) throw failed('stored', error)
}

/** A stored picture, or null if there is none (yet). @throws {DomainError} `unavailable` */
export async function readPicture(object: string): Promise<Uint8Array | null> {
  const { data, error } = await bucket().download(object)
  if (data) return new Uint8Array(await data.arrayBuffer())
  if (error && 'status' in error && (error.status === 404 || error.status === 400)) return null
  throw failed('read', error)
}

/** Deletes pictures; missing ones are ignored. @throws {DomainError} `unavailable` */
export async function deletePictures(objects: string[]): Promise<void> {
  const { error } = await bucket().remove(objects)
  if (error) throw failed('deleted', error)
}
