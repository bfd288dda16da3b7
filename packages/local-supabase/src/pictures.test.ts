import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSecrets } from '../../processes/src/secrets.mjs'
import { SERVERS, type ServerName, serverHeaders } from '../../processes/src/server-token.mjs'
import { DEMO_PASSWORD, type LocalSupabase, PEOPLE, startLocalSupabase } from './index.ts'

// Which of our servers stores, shows and deletes pictures, each with its own token, and that no person does.

const secrets = makeSecrets()
let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await startLocalSupabase({ ...secrets, port: 0, dataDir: 'memory', demo: true, passwordCost: 4 })
})
afterAll(() => supabase.close())

type Keys = Record<string, string>
const ask = (method: string, path: string, keys: Keys, more: RequestInit = {}) =>
  fetch(`${supabase.url}/storage/v1/object/${path}`, { method, ...more, headers: { ...keys, ...more.headers } })
const put = async (object: string, keys: Keys) => {
  const headers = { 'content-type': 'image/webp', 'x-upsert': 'true' }
  return (await ask('POST', `report-photos/${object}`, keys, { headers, body: `picture of ${object}` })).ok
}
const read = async (object: string, keys: Keys) => (await ask('GET', `report-photos/${object}`, keys)).text()
const remove = (object: string, keys: Keys) =>
  ask('DELETE', 'report-photos', keys, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes: [object] }),
  })
const thoseWho = async (may: (server: ServerName) => Promise<boolean>) => {
  const found: ServerName[] = []
  for (const server of SERVERS) if (await may(server)) found.push(server)
  return found
}

test('pictures are stored, shown and deleted by the servers that must, and by no other', async () => {
  const stores = await thoseWho(async (server) => put(`by-${server}`, serverHeaders(server, secrets)))
  expect(stores).toEqual(['rider', 'surveyor'])
  for (const server of stores) expect(await put(`by-${server}`, serverHeaders(server, secrets))).toBe(true)
  const shows = await thoseWho(async (server) =>
    (await read('by-rider', serverHeaders(server, secrets))).startsWith('picture'),
  )
  expect(shows).toEqual(['rider', 'surveyor', 'admin', 'worker'])
  const isThere = async (object: string) => (await read(object, serverHeaders('admin', secrets))).startsWith('picture')
  const deletes = await thoseWho(async (server) => {
    await put(`of-${server}`, serverHeaders('rider', secrets))
    await remove(`of-${server}`, serverHeaders(server, secrets))
    return !(await isThere(`of-${server}`))
  })
  expect(deletes).toEqual(['worker'])
})

test.each(['amina', 'chebet', 'dalmas'] as const)('%s reaches no picture past our servers', async (person) => {
  await put('private', serverHeaders('rider', secrets))
  const signedIn = await fetch(`${supabase.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: secrets.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: PEOPLE[person].email, password: DEMO_PASSWORD }),
  })
  const { access_token } = Object(await signedIn.json())
  const keys = { apikey: secrets.publishableKey, authorization: `Bearer ${access_token}` }
  expect(await read('private', keys)).not.toContain('picture of')
  expect(await put('private', keys)).toBe(false)
  await remove('private', keys)
  expect(await read('private', serverHeaders('admin', secrets))).toBe('picture of private')
})

test('a server reaches no other bucket', async () => {
  await supabase.query(`insert into storage.buckets (id, name, public) values ('others', 'others', false)`)
  const keys = serverHeaders('rider', secrets)
  const stored = await ask('POST', 'others/x', keys, { headers: { 'content-type': 'image/webp' }, body: 'x' })
  expect(stored.ok).toBe(false)
})
