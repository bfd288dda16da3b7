import { randomBytes } from 'node:crypto'
import { openDatabase, type TestDatabase, type Who } from '@salama/testing'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ApiKey } from '../contract.ts'

type Key = ReturnType<typeof ApiKey.parse>
type Verified = { state: string; keyId?: string; ownerId?: string; scopes?: string[]; expiresInS?: number }
export type Made = Key & { hash: string }

/** Creates keys as users do, in a database that is reset before each test. */
export function useKeys() {
  let db: TestDatabase
  beforeAll(async () => {
    db = await openDatabase()
  })
  beforeEach(() => db.reset())
  afterAll(() => db.close())
  const secret = () => ({
    p_prefix: randomBytes(5).toString('hex'),
    p_secret_hash: randomBytes(32).toString('hex'),
  })
  async function create(who: Who, args: Record<string, unknown> = {}): Promise<Made> {
    const all = { p_name: 'Fleet monitor', p_scopes: ['incidents:read'], ...secret(), ...args }
    return { ...((await db.as(who).rpc('create_api_key', all)) as Key), hash: String(all.p_secret_hash) }
  }
  async function rotate(who: Who, id: string, args: Record<string, unknown> = {}): Promise<Made> {
    const all = { p_id: id, ...secret(), ...args }
    return { ...((await db.as(who).rpc('rotate_api_key', all)) as Key), hash: String(all.p_secret_hash) }
  }
  const revoke = (who: Who, id: string) => db.as(who).rpc('revoke_api_key', { p_id: id })
  const list = async (who: Who) => ((await db.as(who).rpc('list_api_keys')) as { data: Key[] }).data
  const verify = async (key: { prefix: string; hash: string }) =>
    (await db.as('api_server').rpc('verify_api_key', { p_prefix: key.prefix, p_secret_hash: key.hash })) as Verified
  const rows = () => db.sql('select * from app.api_keys order by id')
  /** 'made', or the error. */
  const settle = (work: Promise<unknown>) => work.then(() => 'made').catch((error: unknown) => error)
  /** Advances the clock: tests that create more than twenty keys would exceed the daily limit. */
  const days = (n: number) => db.shiftClock(`${n} days`)
  return {
    get db() {
      return db
    },
    secret,
    create,
    rotate,
    revoke,
    list,
    verify,
    rows,
    settle,
    days,
  }
}
