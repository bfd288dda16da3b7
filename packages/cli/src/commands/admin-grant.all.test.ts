import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocalSupabase } from '@salama/local-supabase'
import { openStorage } from '@salama/local-supabase/storage'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { commandBesideSupabase } from '../test/run-command.ts'

const AMINA = '0a000000-0000-4000-8000-000000000001'
const UNCONFIRMED = '0e000000-0000-4000-8000-000000000001'
const { supabase, query, run, runWithToken } = commandBesideSupabase('admin-grant.ts')
beforeAll(() => addAccounts(supabase()))

const addAccounts = async ({ exec }: Pick<LocalSupabase, 'exec'>) => {
  await exec(`insert into auth.users (id, email, email_confirmed_at) values ('${AMINA}', 'amina@salama.test', now());
              insert into auth.users (id, email) values ('${UNCONFIRMED}', 'mtu@salama.test')`)
}

const grant = (...args: string[]) => runWithToken(args)
const admins = (database: Pick<LocalSupabase, 'query'> = supabase()) =>
  database.query(`select user_id from app.user_roles where role = 'admin'`)
const log = () => query('select actor_id, action, subject_id, detail from app.audit_log')

it.each([
  ['an account that there is not', ['nobody@salama.test'], 'There is no account nobody@salama.test.'],
  ['an id that nobody has', ['0f000000-0000-4000-8000-000000000009'], 'There is no account'],
  ['an account that did not confirm its e-mail', ['mtu@salama.test'], 'has not confirmed the e-mail'],
  ['nobody', [], 'npx salama grant <e-mail'],
  ['two people', ['amina@salama.test', 'mtu@salama.test'], 'Name one account.'],
  ['an option that is none', ['amina@salama.test', '--force'], "Unknown option '--force'"],
])('rejects %s with a reason, and grants nothing', async (_, args, reason) => {
  const { code, err } = await grant(...args)
  expect([code, err]).toEqual([1, expect.stringContaining(reason)])
  expect([await admins(), await log()]).toEqual([[], []])
})

it('grants nothing without the right secret key', async () => {
  expect((await runWithToken(['amina@salama.test'], 'token-of-somebody-else')).code).toBe(1)
  expect(await admins()).toEqual([])
})

it('grants the role while Supabase runs, audited as the operator, and rejects a second grant', async () => {
  expect(await grant(' Amina@Salama.test')).toMatchObject({ code: 0, out: expect.stringContaining('is an admin') })
  expect(await admins()).toEqual([{ user_id: AMINA }])
  const written = [
    { actor_id: null, action: 'user.roles_changed', subject_id: AMINA, detail: { before: [], after: ['admin'] } },
  ]
  expect(await log()).toEqual(written)
  expect(await grant(AMINA)).toMatchObject({ code: 1, err: expect.stringContaining('is an admin already') })
  expect(await log()).toEqual(written)
})

it('opens the data folder when nothing is running, and releases it afterwards', { timeout: 240_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'salama-grant-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const open = () => openStorage({ dataDir: folder, demo: false, log: () => {} })
  const before = await open()
  await addAccounts(before.database)
  await before.database.close()
  // A port without a listener.
  const ended = await run(['amina@salama.test'], { DATA_DIR: folder, SUPABASE_PORT: '9', HOME: tmpdir() })
  expect(ended).toMatchObject({ code: 0, out: expect.stringContaining('is an admin') })
  const after = await open()
  expect(await admins(after.database)).toEqual([{ user_id: AMINA }])
  await after.database.close()
})
