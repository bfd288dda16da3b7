import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openPostgres } from '@salama/local-supabase/database'
import { signIn } from '@salama/testing'
import { appCommand, appEnv, appPorts, appUrls, nextCommand } from '../../packages/processes/src/app-env.mjs'
import {
  freePorts,
  nodeCommand,
  ROOT,
  type Running,
  start,
  waitUntilResponding,
} from '../../packages/processes/src/processes.mjs'
import { readOrMakeSecrets } from '../../packages/processes/src/secrets.mjs'

type Place = { lat: number; lng: number }
export type Stack = {
  database: Database
  databaseUrl: string
  supabase: { url: string; publishableKey: string }
  accessToken: string
  /** Where a hundred live incidents are: places that are asked for again and again. */
  places: Place[]
  /** Plates, and texts that people search for: a thousand of each. */
  plates: string[]
  texts: string[]
  startApi: (options: { liveFeed: boolean; nextAlone?: boolean }) => Promise<{ url: string; process: Running }>
  /** Starts the rider app in a process of its own; returns its URL. */
  startRider: (options: { liveFeed: boolean }) => Promise<string>
  /** Starts a server of peer.ts. */
  startPeer: (name: string, given: string) => Promise<string>
  close: () => Promise<void>
}

/** Supabase over a database that is already seeded, in a process of its own as with `npm start`. */
export async function startStack(databaseUrl: string): Promise<Stack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'salama-bench-'))
  const secrets = readOrMakeSecrets(dataDir)
  const { database } = openPostgres(databaseUrl, 2)
  const running: Running[] = []
  const close = async () => {
    await Promise.all(running.map((each) => each.stop()))
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const launch = async (name: string, cwd: string, path: string, command: (port: number) => string[], env = {}) => {
    const [port = 0] = await freePorts(1)
    const process = start({
      name,
      cwd: join(ROOT, cwd),
      command: nodeCommand(command(port)),
      env: { ...env, SUPABASE_PORT: String(port) },
    })
    running.push(process)
    const url = `http://127.0.0.1:${port}`
    await waitUntilResponding(`${url}${path}`, process)
    return { url, process }
  }
  try {
    const { url } = await launch('supabase', '.', '/auth/v1/settings', () => ['bench/src/supabase.ts'], {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
    })
    const supabase = { url, publishableKey: secrets.publishableKey }
    const { accessToken } = await signIn(supabase, 'amina')
    const envOf = (app: 'api' | 'rider', liveFeed: boolean) => ({
      ...appEnv(app, { supabaseUrl: url, secrets, addresses: appUrls(appPorts(3000)) }),
      SALAMA_LIVE_FEED: liveFeed ? 'on' : 'off',
    })
    const places = await database.query<Place>(
      'select lat, lng from app.incident_feed order by md5(incident_id::text) limit 100',
    )
    const plates = await database.query<{ plate: string }>(
      'select plate from app.vehicles where plate is not null and retired_at is null order by random() limit 1000',
    )
    // Beginnings of names, as they are typed.
    const texts = await database.query<{ text: string }>(
      `select left(name, 3 + (random() * 5)::int) as text
         from (select name from app.stops union select long_name from app.routes union select name from app.saccos) n
        where length(name) > 3 order by random() limit 1000`,
    )
    return {
      database,
      databaseUrl,
      supabase,
      accessToken,
      places,
      plates: plates.map(({ plate }) => plate),
      texts: texts.map(({ text }) => text),
      startApi: ({ liveFeed, nextAlone = false }) =>
        launch(
          'api',
          'apps/api',
          '/api/v1/health',
          (port) => (nextAlone ? nextCommand(port) : appCommand('api', port)),
          envOf('api', liveFeed),
        ),
      startRider: async ({ liveFeed }) =>
        (
          await launch(
            'rider',
            'apps/rider',
            '/en/about-data',
            (port) => appCommand('rider', port),
            envOf('rider', liveFeed),
          )
        ).url,
      startPeer: async (name, given) => {
        const file = join(dataDir, `${name}.peer`)
        writeFileSync(file, given)
        return (
          await launch(name, 'bench', '/', (port) => ['src/peer.ts', name, String(port), file], {
            GRAPHILE_ENV: 'production',
          })
        ).url
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** One of them, another each time. */
export function anyOf<T>(all: readonly T[]): T {
  const found = all[Math.floor(Math.random() * all.length)]
  if (found === undefined) throw new Error('There is nothing to choose from')
  return found
}

/** A place that nobody has asked for: within some two kilometres of one of them. */
export function nearOne(places: readonly Place[]): Place {
  const { lat, lng } = anyOf(places)
  const away = () => (Math.random() - 0.5) * 0.04
  return { lat: lat + away(), lng: lng + away() }
}
