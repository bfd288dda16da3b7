import { SignJWT } from 'jose'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../database/index.ts'
import { answerCalls } from '../calls.ts'
import { openIdentities } from '../identities.ts'

const KEYS = { publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x', insideSecret: 's'.repeat(32) }
type Headers = Record<string, string>

/** Reports its role, claims and transaction, or fails at once or when its transaction commits. */
const FUNCTIONS = `
  create table app.probed (n int, constraint small check (n < 10));
  create function app.fail_late() returns trigger language plpgsql as $$ begin raise exception 'late'; end $$;
  create constraint trigger late after insert on app.probed deferrable initially deferred
    for each row execute function app.fail_late();
  create function app.probe() returns jsonb language sql as $$
    select jsonb_build_object('role', current_setting('role'), 'claims', current_setting('request.jwt.claims')::jsonb,
                              'readOnly', current_setting('transaction_read_only'))
  $$;
  create function api.probe(p_text text default 'none', "p_Odd ""name" jsonb default null) returns jsonb language sql
    security definer as $$ select app.probe() || jsonb_build_object('text', p_text, 'odd', "p_Odd ""name") $$;
  create function api.probe_stable() returns jsonb language sql stable security definer as 'select app.probe()';
  create function api.raise(p_state text) returns jsonb language plpgsql security definer as $$
    begin raise exception using errcode = p_state, message = 'said', detail = 'why', hint = 'how'; end $$;
  create function api.fail_late() returns jsonb language sql security definer as
    'insert into app.probed values (1); select to_jsonb(1)';
  create function api.nothing() returns json language sql as 'select null::json';
  create function api.numbers() returns setof json language sql as 'select to_json(n) from generate_series(1, 2) n';
  create function api.void() returns void language sql as '';
  grant usage on schema api to anon, authenticated, service_role;
  grant execute on all functions in schema api to anon, authenticated, service_role;
  revoke execute on function api.nothing from public, anon, authenticated`

/**
 * The tests of answered calls, for both engines. The database has one connection for requests, so that whatever a call
 * left on it would be found by the next.
 */
export function testCalls(open: () => Promise<Database>): void {
  let database: Database
  const next = vi.fn(async (request: Request) => new Response(`lite: ${await request.text()}`))
  const pipeline = vi.fn<Database['pipeline']>((statements) => database.pipeline(statements))
  let ask: (name: string, args?: unknown, headers?: Headers) => Promise<Response>

  const posted = (name: string, headers: Headers, body: string | null) =>
    new Request(`http://127.0.0.1/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-profile': 'api', apikey: KEYS.secretKey, ...headers },
      body,
    })
  const sign = (claims: Record<string, unknown>, secret = KEYS.insideSecret) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))
  const as = async (claims: Record<string, unknown>, secret?: string) => ({
    apikey: KEYS.publishableKey,
    authorization: `Bearer ${await sign(claims, secret)}`,
  })
  const nowS = () => Math.floor(Date.now() / 1000)

  beforeAll(async () => {
    database = await open()
    await database.exec('create schema if not exists api; create schema if not exists app')
    await database.exec(FUNCTIONS)
    vi.spyOn(console, 'error').mockReturnValue()
    return () => database.close()
  })
  beforeEach(() => {
    vi.clearAllMocks()
    const answer = answerCalls({ pipeline }, openIdentities(KEYS), next)
    ask = async (name, args = {}, headers = {}) => answer(posted(name, headers, JSON.stringify(args)), null)
  })

  describe('a call', () => {
    it('is one message to the database once the signature is known', async () => {
      await ask('probe')
      expect(pipeline).toHaveBeenCalledTimes(2)
      await ask('probe')
      expect(pipeline).toHaveBeenCalledTimes(3)
      expect(next).not.toHaveBeenCalled()
    })

    it('has the role and the claims of its caller', async () => {
      const claims = { sub: "o'brien", role: 'authenticated', exp: nowS() + 60 }
      expect(await (await ask('probe', {}, await as(claims))).json()).toMatchObject({ role: 'authenticated', claims })
      const byKey = { role: 'service_role', claims: { role: 'service_role' } }
      expect(await (await ask('probe')).json()).toMatchObject(byKey)
      expect(await (await ask('probe', {}, { authorization: `Bearer ${KEYS.secretKey}` })).json()).toMatchObject(byKey)
      const anon = { role: 'anon', claims: { role: 'anon' } }
      expect(await (await ask('probe', {}, { apikey: KEYS.publishableKey })).json()).toMatchObject(anon)
    })

    it('is read-only unless the function is volatile', async () => {
      expect(await (await ask('probe_stable')).json()).toMatchObject({ readOnly: 'on' })
      expect(await (await ask('probe')).json()).toMatchObject({ readOnly: 'off' })
    })

    it.each(["'; drop table app.probed; --", '\\\' " $1 $$ ümlaut 🚌', '', '\n\t'])(
      'passes on the text %j',
      async (text) => {
        const odd = { [text]: [text, 1e-7, null] }
        const reply = await ask('probe', { p_text: text, 'p_Odd "name': odd })
        expect(await reply.json()).toMatchObject({ text, odd })
      },
    )

    it('returns null where SQL does', async () => {
      const reply = await ask('nothing')
      expect([reply.status, await reply.text()]).toEqual([200, 'null'])
    })

    it.each([
      ['success', 'probe', {}],
      ['a refused function', 'nothing', {}],
      ['an error', 'raise', { p_state: 'PT400' }],
      ['an error in an argument', 'probe', { 'p_Odd "name': '\u0000' }],
      ['an error at commit', 'fail_late', {}],
    ])('leaves nothing on the connection after %s', async (_, name, args) => {
      await ask(name, args, await as({ sub: 'x', role: 'authenticated' }))
      await ask(name, args)
      const settings = `current_user = session_user, current_setting('role'), current_setting('request.jwt.claims', true),
                        current_setting('transaction_read_only')`
      const left = await database.pipeline([
        { text: `select json_build_array(${settings})::text`, values: [], role: '' },
      ])
      expect(left.map((json) => JSON.parse(json ?? ''))).toEqual([[true, 'none', '', 'off']])
      expect(await database.query('select from app.probed')).toEqual([])
    })
  })

  describe('prepared statements', () => {
    const run = (text: string) => database.pipeline([{ text, values: [], role: '' }])

    it('are made again when the server does not have them', async () => {
      expect((await ask('probe')).status).toBe(200)
      await run('deallocate all')
      expect((await ask('probe')).status).toBe(200)
      expect((await ask('probe')).status).toBe(200)
    })

    it('are bounded on a connection', async () => {
      for (let i = 0; i < 300; i++) expect(await run(`select '${i}'`)).toEqual([String(i)])
      const [count] = await run('select count(*)::text from pg_prepared_statements')
      expect(Number(count)).toBeLessThan(210)
    })

    it('give nobody the rights of another role', async () => {
      const anon = { apikey: KEYS.publishableKey }
      for (let i = 0; i < 10; i++) expect((await ask('nothing')).status).toBe(200)
      expect((await ask('nothing', {}, anon)).status).toBe(401)
      await database.exec('grant execute on function api.nothing to anon')
      expect((await ask('nothing', {}, anon)).status).toBe(200)
      await database.exec('revoke execute on function api.nothing from anon')
      expect((await ask('nothing', {}, anon)).status).toBe(401)
      await database.exec('revoke usage on schema api from service_role')
      expect((await ask('nothing')).status).toBe(403)
      await database.exec('grant usage on schema api to service_role')
    })
  })

  it.each([
    ['PT404', 404],
    ['PT999', 500],
    ['P0001', 400],
    ['23505', 409],
    ['23514', 400],
    ['22P02', 400],
    ['25006', 405],
    ['42883', 404],
    ['42501', 403],
    ['40001', 500],
    ['40P01', 500],
    ['53300', 503],
    ['57014', 500],
    ['XX000', 500],
  ])('returns SQLSTATE %s with the status of PostgREST, %i', async (state, status) => {
    const reply = await ask('raise', { p_state: state })
    expect(reply.status).toBe(status)
    expect(await reply.json()).toEqual({ code: state, message: 'said', details: 'why', hint: 'how' })
  })

  it('returns 401 for a missing grant where there is no user', async () => {
    expect((await ask('nothing', {}, { apikey: KEYS.publishableKey })).status).toBe(401)
    expect((await ask('nothing', {}, await as({ role: 'authenticated' }))).status).toBe(403)
  })

  it('returns an error when the transaction fails at its end', async () => {
    expect(await (await ask('fail_late')).json()).toMatchObject({ code: 'P0001', message: 'late' })
  })

  describe('a token', () => {
    it('is verified once', async () => {
      const verify = vi.spyOn(crypto.subtle, 'verify')
      const headers = await as({ role: 'authenticated', exp: nowS() + 60 })
      for (let i = 0; i < 3; i++) expect((await ask('probe', {}, headers)).status).toBe(200)
      expect(verify).toHaveBeenCalledTimes(1)
    })

    it('is handed to lite once it has expired', async () => {
      const headers = await as({ role: 'authenticated', exp: nowS() + 60 })
      await ask('probe', {}, headers)
      expect(next).not.toHaveBeenCalled()
      vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
      await ask('probe', {}, headers).finally(() => vi.useRealTimers())
      expect(next).toHaveBeenCalledTimes(1)
    })

    it.each([
      ['of another secret', { role: 'authenticated' }, 'o'.repeat(32)],
      ['issued in the future', { role: 'authenticated', iat: nowS() + 600 }],
      ['that is not valid yet', { role: 'authenticated', nbf: nowS() + 600 }],
      ['without a role', { sub: 'x' }],
      ['with a role that is not of the API', { role: 'postgres' }],
    ])('%s is handed to lite', async (_, claims, secret?: string) => {
      await ask('probe', {}, await as(claims, secret))
      expect(pipeline).not.toHaveBeenCalled()
      expect(next).toHaveBeenCalledTimes(1)
    })
  })

  describe('lite answers', () => {
    it.each([
      ['a function that returns several rows', 'numbers', {}],
      ['a function that returns nothing', 'void', {}],
      ['an unknown function', 'unknown', {}],
      ['an unknown argument', 'probe', { p_text: 'x', p_more: 1 }],
      ['an argument named like a part of JavaScript', 'probe', JSON.parse('{"__proto__": 1}')],
      ['a missing argument', 'raise', {}],
      ['an array', 'probe', [{}]],
      ['null', 'probe', null],
      ['a name that is not one', 'probe%22', {}],
    ])('%s, with the same body', async (_, name, args) => {
      expect(await (await ask(name, args)).text()).toBe(`lite: ${JSON.stringify(args)}`)
    })

    it.each([
      ['a wrong key', { apikey: 'sb_secret_y' }],
      ['another schema', { 'content-profile': 'app' }],
      ['another format', { accept: 'text/csv' }],
      ['another format of arguments', { 'content-type': 'text/plain' }],
      ['a count', { prefer: 'count=exact' }],
      ['a transaction to roll back', { prefer: 'tx=rollback' }],
    ])('a call with %s', async (_, headers) => {
      expect(await (await ask('probe', {}, headers)).text()).toBe('lite: {}')
      expect(pipeline).not.toHaveBeenCalled()
    })
  })

  it('follows a function that is changed, dropped and made again', async () => {
    await database.exec(`create function api.changing() returns jsonb language sql stable as 'select to_jsonb(1)'`)
    expect(await (await ask('changing')).json()).toBe(1)
    await database.exec(`drop function api.changing()`)
    expect((await ask('changing')).status).toBe(404)
    expect(await (await ask('changing')).text()).toBe('lite: {}')
    await database.exec(`create function api.changing(p_n int) returns jsonb language sql as 'select to_jsonb(p_n)'`)
    expect(await (await ask('changing', { p_n: 2 })).json()).toBe(2)
    await database.exec(`drop function api.changing(int);
      create function api.changing(p_n int, p_m int) returns jsonb language sql as 'select to_jsonb(p_m)'`)
    expect(await (await ask('changing', { p_n: 2, p_m: 3 })).json()).toBe(3)
  })
}
