import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { DEMO_ADDRESSES } from '../../processes/src/demo.mjs'
import { makeSecrets } from '../../processes/src/secrets.mjs'
import { refuseDemoAccounts } from './demo-accounts.ts'
import { DEMO_PASSWORD, type LocalSupabase, PEOPLE, startLocalSupabase } from './index.ts'

const secrets = makeSecrets()
const because = 'SALAMA_RIDER_URL is a public address'
const lines: string[] = []
const printed = vi.spyOn(console, 'log')

/** A database that was started with the demo before. */
const demo = { ...secrets, port: 0, dataDir: 'memory', demo: true } as const
let refusal: unknown
let supabase: LocalSupabase
beforeAll(async () => {
  refusal = await startLocalSupabase({ ...demo, noDemo: { because, remove: false } }).catch((error: unknown) => error)
})
beforeAll(async () => {
  const noDemo = { because, remove: true }
  const log = (line: string) => lines.push(line)
  supabase = await startLocalSupabase({ ...demo, noDemo, log, persistMails: false, dropMails: true })
})
afterAll(() => supabase.close())

async function post(path: string, body: object) {
  const headers = { apikey: secrets.publishableKey, 'content-type': 'application/json' }
  return (await fetch(`${supabase.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
}

it('looks for all accounts of the demo', () => {
  const emails = Object.values(PEOPLE).map(({ email }) => email)
  expect(DEMO_ADDRESSES.toSorted()).toEqual(emails.sort())
})

it('refuses a database with accounts whose password is public, and says what to do', () => {
  expect(String(refusal)).toMatch(new RegExp(`dalmas@salama.test.*because ${because}.*--remove-demo-accounts`))
})

it('makes them unusable when asked to, and then starts without being asked', async () => {
  for (const { email } of Object.values(PEOPLE))
    expect(await post('/auth/v1/token?grant_type=password', { email, password: DEMO_PASSWORD })).toBe(400)
  expect(await supabase.query('select from app.user_roles')).toEqual([])
  expect(lines).toContainEqual(expect.stringContaining('dalmas@salama.test'))
  await refuseDemoAccounts(supabase, { because, remove: false, log: () => {} })
})

it('has no mailbox where strangers may reach it, and prints no code without a mail server', async () => {
  expect(await post('/auth/v1/otp', { email: PEOPLE.amina.email })).toBe(200)
  await supabase.settled()
  expect(supabase.mailbox.list()).toEqual([])
  for (const path of ['/mailbox', '/mailbox.json', '/mailbox/1'])
    expect((await fetch(`${supabase.url}${path}`)).status).toBe(404)
  expect(lines).toContainEqual(expect.stringMatching(/not sent: no mail server/))
  expect(JSON.stringify([lines, printed.mock.calls])).not.toMatch(/\b\d{6}\b/)
})
