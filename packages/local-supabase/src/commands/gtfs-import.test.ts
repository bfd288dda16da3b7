import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NAIROBI } from '@salama/domain/network/gtfs'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type LocalSupabase, startLocalSupabase } from '../index.ts'

const SECRET_KEY = 'sb_secret_of_this_test'
let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await startLocalSupabase({
    port: 0,
    dataDir: 'memory',
    publishableKey: 'sb_publishable_of_this_test',
    secretKey: SECRET_KEY,
    jwtSecret: 'a secret that is long enough for this test',
  })
})
afterAll(() => supabase.close())

type Ended = { code: number; out: string; err: string }

const run = (args: string[], secretKey = SECRET_KEY) =>
  new Promise<Ended>((resolve) => {
    const script = join(import.meta.dirname, 'gtfs-import.ts')
    const env = { SUPABASE_URL: supabase.url, SUPABASE_SECRET_KEY: secretKey }
    execFile(process.execPath, [script, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })

const routes = async () => (await supabase.query('select from app.routes')).length

it('a broken feed is told line by line, ends with 1 and changes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'salama-feed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'agency.txt'), 'agency_name,agency_url,agency_timezone\nSimba Lines,,Africa/Nairobi\n')
  const { code, err } = await run([folder])
  expect(code).toBe(1)
  expect(err).toContain('agency.txt:2 agency_url is missing\n')
  expect(err).toContain('stops.txt is missing\n')
  expect(err).toContain('Nothing was changed.')
  expect(await routes()).toBe(0)
})

it('a dry run shows what would change and changes nothing; then the feed is loaded', async () => {
  const dry = await run([NAIROBI.source, '--dry-run'])
  expect(dry).toMatchObject({ code: 0, out: expect.stringMatching(/^routes +136 +0 +0 +0$/m) })
  expect(await routes()).toBe(0)
  const real = await run([NAIROBI.source])
  expect(real).toMatchObject({ code: 0, out: expect.stringMatching(/^corridors +6 +0 +0 +0$/m) })
  expect(real.err).toContain('stops.txt 4,284 rows\n')
  expect(await routes()).toBe(136)
})

it.each([
  ['two feeds', ['a.zip', 'b.zip'], 'Give one zip file or folder.'],
  ['an option that is none', ['a.zip', '--force'], "Unknown option '--force'"],
])('with %s it says how it is used', async (_, args, reason) => {
  const { code, err } = await run(args)
  expect(code).toBe(1)
  expect(err).toContain(reason)
  expect(err).toContain('npm run gtfs:import [--')
})

it('with no feed it loads the one that comes with the project', async () => {
  const { code, out } = await run(['--dry-run'])
  expect([code, out]).toEqual([0, expect.stringContaining('nothing was changed')])
})

it('without the right secret key it changes nothing', async () => {
  const before = await supabase.query('select count(*)::int as n from app.gtfs_imports')
  expect((await run([NAIROBI.source], 'sb_secret_of_somebody_else')).code).toBe(1)
  expect(await supabase.query('select count(*)::int as n from app.gtfs_imports')).toEqual(before)
})
