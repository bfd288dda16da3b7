import { afterEach, expect, it, vi } from 'vitest'
import { makeSecrets } from '../../../scripts/lib/secrets.mjs'
import { refuseDemoAccounts } from './demo-accounts.ts'
import { DEMO_PASSWORD, type LocalSupabase, PEOPLE, startLocalSupabase } from './index.ts'

const secrets = makeSecrets()
const because = 'SALAMA_RIDER_URL is a public address'
let supabase: LocalSupabase | undefined
afterEach(async () => {
  await supabase?.close()
  supabase = undefined
})

/** A database that was started with the demo before, now where strangers may reach it. */
async function start(options: Partial<Parameters<typeof startLocalSupabase>[0]>): Promise<LocalSupabase> {
  supabase = await startLocalSupabase({ ...secrets, port: 0, dataDir: 'memory', demo: true, ...options })
  return supabase
}
async function post(url: string, body: object) {
  const headers = { apikey: secrets.publishableKey, 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status
}

it('refuses a database with accounts whose password is public, and says what to do', async () => {
  await expect(start({ noDemo: { because, remove: false } })).rejects.toThrow(
    new RegExp(`dalmas@salama.test.*because ${because}.*--remove-demo-accounts`),
  )
})

it('makes them unusable when asked to, and then starts without being asked', async () => {
  const lines: string[] = []
  const { url, query } = await start({ noDemo: { because, remove: true }, log: (line) => lines.push(line) })
  for (const { email } of Object.values(PEOPLE))
    expect(await post(`${url}/auth/v1/token?grant_type=password`, { email, password: DEMO_PASSWORD })).toBe(400)
  expect(await query('select from app.user_roles')).toEqual([])
  expect(lines).toContainEqual(expect.stringContaining('dalmas@salama.test'))
  await refuseDemoAccounts({ query }, { because, remove: false, log: () => {} })
})

it('has no mailbox where strangers may reach it, and prints no code without a mail server', async () => {
  const printed = vi.spyOn(console, 'log')
  const lines: string[] = []
  const { url, settled, mailbox } = await start({
    persistMails: false,
    dropMails: true,
    log: (line) => lines.push(line),
  })
  expect(await post(`${url}/auth/v1/otp`, { email: PEOPLE.amina.email })).toBe(200)
  await settled()
  expect(mailbox.list()).toEqual([])
  for (const path of ['/mailbox', '/mailbox.json', '/mailbox/1'])
    expect((await fetch(`${url}${path}`)).status).toBe(404)
  expect(lines).toContainEqual(expect.stringMatching(/not sent: no mail server/))
  expect(JSON.stringify([lines, printed.mock.calls])).not.toMatch(/\b\d{6}\b/)
})
