import { type LocalSupabase, startLocalSupabase } from '@salama/local-supabase'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeSecrets } from '../../processes/src/secrets.mjs'
import { SERVERS, type ServerName, serverHeaders } from '../../processes/src/server-token.mjs'
import { CAST, PASSWORD, type PersonName } from './cast.ts'
import { templateUrl } from './env.ts'
import { copyTemplate } from './templates.ts'

// Our server answers the usual call of a function itself, everything else is lite's. Each function of schema api is
// called through both, on two databases that are the same at the start, because many calls write.

const secrets = makeSecrets()

type Side = { supabase: LocalSupabase; drop: () => Promise<void> }

async function startSide(): Promise<Side> {
  const copy = templateUrl ? await copyTemplate(templateUrl, { demo: true }) : undefined
  const options = copy ? { databaseUrl: copy.url } : { demo: true }
  const supabase = await startLocalSupabase({ ...secrets, port: 0, dataDir: 'memory', ...options })
  const drop = async () => {
    await supabase.close()
    await copy?.database.close()
    await copy?.drop()
  }
  return { supabase, drop }
}

let ours: Side
let lites: Side
beforeAll(async () => {
  ours = await startSide()
  lites = await startSide()
  vi.spyOn(console, 'error').mockReturnValue() // each refusal is a line of the log
})
afterAll(async () => {
  await ours.drop()
  await lites.drop()
})

type Headers = Record<string, string>
type Who = PersonName | ServerName | 'anon'
type Call = { name: string; args: unknown; who?: Who; headers?: Headers; body?: string }

/** A preference that changes nothing, and that our server leaves to lite. */
const TO_LITE = { prefer: 'handling=lenient' }

const tokens = new Map<string, Promise<string>>()

function tokenOf({ supabase }: Side, person: PersonName): Promise<string> {
  const key = `${supabase.url} ${person}`
  const token = tokens.get(key) ?? signIn(supabase, person)
  tokens.set(key, token)
  return token
}

async function signIn({ url }: LocalSupabase, person: PersonName): Promise<string> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: secrets.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: CAST[person].email, password: PASSWORD }),
  })
  return String((await response.json()).access_token)
}

const isPerson = (who: Who): who is PersonName => who in CAST

async function headersOf(side: Side, who: Who): Promise<Headers> {
  const server = SERVERS.find((each) => each === who)
  if (server) return serverHeaders(server, secrets)
  const apikey = secrets.publishableKey
  return isPerson(who) ? { apikey, authorization: `Bearer ${await tokenOf(side, who)}` } : { apikey }
}

async function send(side: Side, { name, args, who = 'anon', headers = {}, body = JSON.stringify(args) }: Call) {
  const response = await fetch(`${side.supabase.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-profile': 'api',
      ...(await headersOf(side, who)),
      ...headers,
    },
    body,
  })
  const text = await response.text()
  const shown = ['content-type', 'content-range', 'access-control-allow-origin', 'access-control-expose-headers']
  return {
    status: response.status,
    headers: Object.fromEntries(shown.map((name) => [name, response.headers.get(name)])),
    body: text === '' ? null : withoutChance(JSON.parse(text)),
  }
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?(\d\d)?)?/g

/** Since 1970, of this century. */
const MICROSECONDS = /\b[1-3]\d{15}\b/g

const PUBLIC_CODE = /\bV-[0-9A-Z]{8}\b/g

const DATABASE_SIZE = /"databaseBytes":\d+/

/** Ids, codes, times and sizes differ between two databases. */
const withoutChance = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(UUID, '<id>')
      .replaceAll(TIME, '<time>')
      .replaceAll(PUBLIC_CODE, '<code>')
      .replaceAll(MICROSECONDS, '0')
      .replace(DATABASE_SIZE, '"databaseBytes":0'),
  )

/** lite has one response for all SQLSTATEs that it does not know; we have PostgREST's, which has tests of its own. */
const isUnknownToLite = ({ body }: { body: unknown }) => Object(body).code === 'SUP'

/** Sends each call to both, and expects the same responses. */
async function compare(calls: Call[]) {
  const pairs = []
  for (const call of calls)
    pairs.push({
      ours: { call, ...(await send(ours, call)) },
      lites: { call, ...(await send(lites, { ...call, headers: { ...call.headers, ...TO_LITE } })) },
    })
  const known = pairs.filter((pair) => !isUnknownToLite(pair.lites))
  expect(known.map((pair) => pair.ours)).toEqual(known.map((pair) => pair.lites))
  return known.map((pair) => pair.ours)
}

const statusesOf = async (calls: Call[]) => new Set((await compare(calls)).map(({ status }) => status))

type Argument = { name: string; type: string; required: boolean }
/** `who` may execute it. */
type Fn = { name: string; arguments: Argument[]; who: Who }

const functions = () =>
  ours.supabase.query<Fn>(
    `select p.proname as name,
            (select coalesce(json_agg(json_build_object('name', p.proargnames[i], 'type', format_type(t, null),
                                                        'required', i <= p.pronargs - p.pronargdefaults)), '[]')
               from unnest(p.proargtypes) with ordinality as u(t, i)) as arguments,
            coalesce((select s.name from unnest($1::text[]) as s (name)
                       where has_function_privilege(s.name || '_server', p.oid, 'execute') limit 1), 'dalmas') as who
       from pg_proc p where p.pronamespace = 'api'::regnamespace order by p.proname = 'delete_own_account', p.proname`,
    [SERVERS],
  )

const ID = '7f9c24e5-2b1f-4d7e-8a53-5d0c1f9a7b60'
const BY_NAME: Record<string, unknown> = {
  p_lat: -1.2812,
  p_lng: 36.8226,
  p_min_lat: -1.3,
  p_min_lng: 36.8,
  p_max_lat: -1.2,
  p_max_lng: 36.9,
  p_south: -1.3,
  p_west: 36.8,
  p_north: -1.2,
  p_east: 36.9,
  p_device: 'd'.repeat(43),
  p_category: 'overloading',
  p_limit: 5,
  p_q: 'ngong',
  p_locale: 'en',
  p_after: null,
  p_visibility: 'public',
  p_state: null,
}
const BY_TYPE: Record<string, unknown> = {
  bigint: 1,
  boolean: true,
  date: '2026-11-01',
  'double precision': 1.5,
  integer: 1,
  jsonb: {},
  text: 'ümlaut \'"\\ $1',
  'text[]': ['a', 'b "c"'],
  'timestamp with time zone': '2026-11-20T10:00:00Z',
  uuid: ID,
  'uuid[]': [ID],
}

describe('every function', () => {
  let all: Fn[]
  /** Of each table that ids are taken from, one. */
  let ids: Record<string, string>
  beforeAll(async () => {
    all = await functions()
    const nouns = { corridor: 'corridors', sacco: 'saccos', route: 'routes', stop: 'stops', vehicle: 'vehicles' }
    ids = Object.fromEntries(
      await Promise.all(
        Object.entries(nouns).map(async ([noun, table]) => {
          const [row] = await ours.supabase.query<{ id: string }>(`select id from app.${table} order by id limit 1`)
          return [noun, row?.id ?? ID]
        }),
      ),
    )
  })

  const idFor = (text: string) => Object.entries(ids).find(([noun]) => text.includes(noun))?.[1]
  const exampleOf = (fn: Fn, { name, type }: Argument): unknown => {
    if (name in BY_NAME && !type.endsWith('[]')) return BY_NAME[name]
    return (type === 'uuid' ? (idFor(name) ?? idFor(fn.name)) : undefined) ?? BY_TYPE[type]
  }
  const argsOf = (fn: Fn) => Object.fromEntries(fn.arguments.map((each) => [each.name, exampleOf(fn, each)]))
  const without = (args: object, name: string) =>
    Object.fromEntries(Object.entries(args).filter(([key]) => key !== name))

  it.each(['anon', 'amina', 'chebet', 'dalmas', 'rider'] as const)('answers %s as lite does', async (who) => {
    const answers = await compare(all.map((fn) => ({ name: fn.name, args: argsOf(fn), who })))
    expect(answers.map(({ status }) => status)).toContain(who === 'anon' ? 401 : 200)
  })

  it('answers as lite does when an argument is unknown', async () => {
    const calls = all.map(({ name, who, ...fn }) => ({
      name,
      who,
      args: { ...argsOf({ name, who, ...fn }), p_more: 1 },
    }))
    expect(await statusesOf(calls)).toEqual(new Set([404]))
  })

  it('answers as lite does when an argument is missing', async () => {
    const calls = all.flatMap((fn) => {
      const required = fn.arguments.find((each) => each.required)
      return required ? [{ name: fn.name, who: fn.who, args: without(argsOf(fn), required.name) }] : []
    })
    expect(await statusesOf(calls)).toEqual(new Set([404]))
  })

  it('answers as lite does when an argument is of the wrong type', async () => {
    const calls = all.flatMap((fn) => {
      const typed = fn.arguments.find(({ type }) => /^(uuid|integer|date|double precision)$/.test(type))
      return typed ? [{ name: fn.name, who: fn.who, args: { ...argsOf(fn), [typed.name]: 'x' } }] : []
    })
    expect(await statusesOf(calls)).toEqual(new Set([400]))
  })
})

const ME = { name: 'get_current_user', args: {} }
/** The parts of a token, and the same token with one of them replaced. */
async function withPart(index: number, value: string): Promise<Headers> {
  const parts = (await tokenOf(ours, 'eve')).split('.')
  return { authorization: `Bearer ${parts.with(index, value).join('.')}` }
}

describe('keys and tokens', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const admin = { sub: CAST.dalmas.id, role: 'service_role', exp: 4e9 }

  it.each([
    ['without a key', () => ({ apikey: '' })],
    ['with a wrong key', () => ({ apikey: 'sb_secret_other' })],
    ['with other claims under the signature', () => withPart(1, encode(admin))],
    ['without a signature', () => withPart(2, '')],
    ['with another signature', () => withPart(2, encode(admin))],
    ['unsigned', () => ({ authorization: `Bearer ${encode({ alg: 'none' })}.${encode(admin)}.` })],
    ['with a token of one part', () => ({ authorization: 'Bearer x' })],
    ['with another scheme', () => ({ authorization: 'Basic x' })],
    ['with the secret key from a browser', () => ({ apikey: secrets.secretKey, 'user-agent': 'Mozilla/5.0' })],
  ])('refuses a call %s as lite does', async (_, headers) => {
    const [answer] = await compare([{ ...ME, headers: await headers() }])
    expect(answer?.status).toBe(401)
  })

  it('refuses the token of a session that has ended, also when it has been used before', async () => {
    expect((await compare([{ ...ME, who: 'baraka' }])).map(({ status }) => status)).toEqual([200])
    for (const side of [ours, lites])
      await fetch(`${side.supabase.url}/auth/v1/logout`, { method: 'POST', headers: await headersOf(side, 'baraka') })
    const [answer] = await compare([{ ...ME, who: 'baraka' }])
    expect(answer).toMatchObject({ status: 400, body: { code: 'PT400', message: 'invalid_token' } })
  })
})

describe('other requests', () => {
  it.each([
    ['an unknown function', { name: 'no_such_function', args: {} }, 404],
    ['broken JSON', { name: 'get_health', args: {}, body: '{"a":' }, 400],
    ['an empty body', { name: 'get_health', args: {}, body: '' }, 200],
    ['an array', { name: 'get_health', args: [] }, 200],
    ['a schema that is not exposed', { name: 'now', args: {}, headers: { 'content-profile': 'app' } }, 406],
    ['a format that there is not', { name: 'get_health', args: {}, headers: { accept: 'text/html' } }, 406],
  ])('answers %s as lite does', async (_, call, status) => {
    expect((await compare([{ who: 'rider', ...call }])).map((answer) => answer.status)).toEqual([status])
  })
})
