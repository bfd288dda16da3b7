import { type LocalSupabase, startLocalSupabase } from '@salama/local-supabase'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeSecrets } from '../../processes/src/secrets.mjs'
import { serverHeaders } from '../../processes/src/server-token.mjs'
import { templateUrl } from './env.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { type Copy, copyTemplate } from './templates.ts'

// Supabase over a PostgreSQL server that fails in various ways. Every response must come before a user gives up, so a
// request that exceeds the timeout of `ask` fails the test.

const secrets = makeSecrets()
const PATIENCE_MS = 6_000

type Answer = { status: number; retryAfter: string | null }

/** The embedded database has no server that could fail. */
const onServer = templateUrl ? [templateUrl] : []

describe.each(onServer)('a PostgreSQL server', (template) => {
  let copy: Copy
  let proxy: TcpProxy
  let supabase: LocalSupabase
  beforeAll(async () => {
    copy = await copyTemplate(template, { demo: true })
    const { hostname, port } = new URL(copy.url)
    proxy = await startTcpProxy({ host: hostname, port: Number(port || 5432) })
    const through = new URL(copy.url)
    through.hostname = '127.0.0.1'
    through.port = String(proxy.port)
    supabase = await startLocalSupabase({ ...secrets, port: 0, dataDir: 'memory', databaseUrl: through.href })
  })
  afterEach(async () => {
    proxy.set('passes')
    await expect.poll(async () => (await ask('get_health')).status).toBe(200)
  })
  afterAll(async () => {
    await supabase.close()
    await proxy.close()
    await copy.database.close()
    await copy.drop()
  })

  const ask = async (fn: string, args: object = {}): Promise<Answer> => {
    const response = await fetch(`${supabase.url}/rest/v1/rpc/${fn}`, {
      method: 'POST',
      headers: { ...serverHeaders('rider', secrets), 'content-type': 'application/json', 'content-profile': 'api' },
      body: JSON.stringify(args),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await response.text()
    return { status: response.status, retryAfter: response.headers.get('retry-after') }
  }
  const signIn = async (): Promise<number> => {
    const response = await fetch(`${supabase.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: secrets.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'amina@salama.test', password: 'x' }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await response.text()
    return response.status
  }
  const FINE: Answer = { status: 200, retryAfter: null }
  const AWAY: Answer = { status: 503, retryAfter: '1' }
  const many = <T>(n: number, work: () => Promise<T>) => Promise.all(Array.from({ length: n }, work))

  it.each(['swallows', 'refuses'] as const)(
    'returns 503 for all requests while the proxy %s, and recovers by itself',
    async (mode) => {
      expect(await many(20, () => ask('get_health'))).toEqual(Array(20).fill(FINE))
      proxy.set(mode)
      expect(await many(20, () => ask('get_health'))).toEqual(Array(20).fill(AWAY))
      expect(await ask('get_health')).toEqual(AWAY)
      expect(await signIn()).toBe(503)
      proxy.set('passes')
      await expect.poll(() => ask('get_health')).toEqual(FINE)
      expect(await signIn()).toBe(400)
    },
  )

  it('returns 503 when connections are accepted but never answered', async () => {
    proxy.set('swallows')
    proxy.cut()
    expect(await many(20, () => ask('get_health'))).toEqual(Array(20).fill(AWAY))
  })

  it('loses only the connections that were cut', async () => {
    await many(20, () => ask('get_health'))
    proxy.cut()
    await expect.poll(() => ask('get_health')).toEqual(FINE)
    expect(await many(20, () => ask('get_health'))).toEqual(Array(20).fill(FINE))
  })

  it('returns 503 for what needs a locked table, and answers all else', async () => {
    const unlock = Promise.withResolvers<void>()
    const isLocked = Promise.withResolvers<void>()
    const locking = copy.database.transaction(async (tx) => {
      await tx.exec('lock table app.document_versions in access exclusive mode')
      isLocked.resolve()
      await unlock.promise
    })
    await isLocked.promise
    try {
      const needing = many(30, () => ask('get_document', { p_document_key: 'terms' }))
      const others = await many(10, () => ask('get_health'))
      expect(others).toEqual(Array(10).fill(FINE))
      expect(await needing).toEqual(Array(30).fill(AWAY))
    } finally {
      unlock.resolve()
      await locking
    }
    await expect.poll(async () => (await ask('get_document', { p_document_key: 'terms' })).status).not.toBe(503)
  })
})

it('closes connections when the target of the proxy is unreachable', async () => {
  const supabase = await startTcpProxy({ host: '127.0.0.1', port: 1 })
  await expect(fetch(`http://127.0.0.1:${supabase.port}`)).rejects.toThrow('fetch failed')
  await supabase.close()
})
