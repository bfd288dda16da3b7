import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type LocalSupabase, startLocalSupabase } from '@salama/local-supabase'
import bcrypt from 'bcryptjs'
import { appCommand, appEnv, appUrls, WORKER, workerEnv } from '../../processes/src/app-env.mjs'
import {
  freePorts,
  nodeCommand,
  ROOT,
  type Running,
  start,
  waitUntilResponding,
} from '../../processes/src/processes.mjs'
import { APPS, type AppName, makeSecrets } from '../../processes/src/secrets.mjs'
import type { SigningKey } from '../../processes/src/server-token.mjs'
import { PASSWORD } from './cast.ts'
import { type Control, controlOf, serveControl } from './control.ts'
import { templateUrl, worldMs } from './env.ts'
import { openClock, type StackClock } from './stack-clock.ts'
import { copyTemplate, PATIENCE } from './templates.ts'

export { startWith } from './env.ts'

export type Stack = Control & {
  /** The URL of each app; nothing listens at those of apps that were not started. */
  addresses: Record<AppName, string>
  supabase: { url: string; publishableKey: string; secretKey: string; signingKeys: SigningKey[] }
  /** For other processes: connectControl(url, token) returns the same control as this object. */
  control: { url: string; token: string }
  /** For a process that a test starts beside the apps: it has their clock. */
  clock: Pick<StackClock, 'args' | 'env'>
  /** The environment of an app or the worker, for tests that run its code in their own process. */
  env: (app: AppName | 'worker') => Record<string, string>
  close: () => Promise<void>
}

/** The least that bcrypt allows: tests sign in a thousand times. */
const PASSWORD_COST = 4

type StackOptions = { apps?: AppName[]; liveFeed?: boolean; pushOrigin?: string }

/**
 * The complete system, on free ports and with its own data: Supabase with the demo, and the built apps (`npm run build`
 * first). Without `apps` all five are started; an empty list starts Supabase alone.
 *
 * With TEST_DATABASE_URL, Supabase runs on a copy of that database. Without `liveFeed` the database answers every read,
 * because tests write to it past the changes that the feed in memory follows. At `pushOrigin` a test may have a push
 * service. There is no worker: nothing happens by itself between two requests of a test, see `sweep` and `work`.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { apps = APPS, liveFeed = false, pushOrigin } = options
  const push = pushOrigin === undefined ? {} : { PUSH_TEST_ORIGIN: pushOrigin }
  const secrets = makeSecrets()
  const ends: (() => Promise<void>)[] = []
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const supabase = await startSupabase(secrets, ends)
    const clock = await openClock(supabase)
    ends.push(async () => clock.close())
    const ports = await appPorts()
    const addresses = appUrls(ports)
    const installation = { supabaseUrl: supabase.url, secrets, addresses, mailboxUrl: `${supabase.url}/mailbox` }
    const control = controlOf(
      supabase,
      () => work([...clock.args, ...WORKER], { ...env('worker'), ...clock.env }),
      clock,
    )
    const served = await serveControl(control)
    ends.push(served.close)
    const env = (app: AppName | 'worker') => ({
      ...(app === 'worker' ? workerEnv(installation, 0) : appEnv(app, installation)),
      SALAMA_LIVE_FEED: liveFeed ? 'on' : 'off',
      TIME_LIMIT_SCALE: String(PATIENCE),
      ...push,
    })
    const running = apps.map((app) =>
      startApp(app, [...clock.args, ...appCommand(app, ports[app])], { ...env(app), ...clock.env }),
    )
    ends.push(async () => {
      await Promise.all(running.map((each) => each.stop()))
    })
    await Promise.all(running.map((each, index) => waitForApp(apps[index], each, ports)))
    const { signingKeys, publishableKey, secretKey } = secrets
    return {
      ...control,
      addresses,
      supabase: { url: supabase.url, signingKeys, publishableKey, secretKey },
      control: { url: served.url, token: served.token },
      clock: { args: clock.args, env: clock.env },
      env,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function startSupabase(
  secrets: ReturnType<typeof makeSecrets>,
  ends: (() => Promise<void>)[],
): Promise<LocalSupabase> {
  const copy = templateUrl ? await copyTemplate(templateUrl, { demo: true }) : undefined
  if (copy) ends.push(() => copy.database.close().then(copy.drop))
  const supabase = await startLocalSupabase({
    ...secrets,
    port: 0,
    dataDir: 'memory',
    ...(copy ? { databaseUrl: copy.url, databasePatience: PATIENCE } : {}),
    demo: !copy,
    persistMails: true,
    hasIssuer: true,
    passwordCost: PASSWORD_COST,
    // Auth does not follow a clock that a journey moves on: nobody needs a new session then.
    ...(worldMs() === undefined ? {} : { jwtExpiryS: 86_400 }),
  })
  ends.push(supabase.close)
  const hash = await bcrypt.hash(PASSWORD, PASSWORD_COST)
  // Nobody has signed in yet, as a change of a password needs.
  await supabase.query('alter table auth.users disable trigger refuse_stale_password')
  await supabase.query('update auth.users set encrypted_password = $1', [hash])
  await supabase.query('alter table auth.users enable trigger refuse_stale_password')
  return supabase
}

async function appPorts(): Promise<Record<AppName, number>> {
  const [api = 0, rider = 0, surveyor = 0, learning = 0, admin = 0] = await freePorts(APPS.length)
  return { api, rider, surveyor, learning, admin }
}

/** Runs the worker until nothing is due. */
async function work(args: string[], env: Record<string, string>): Promise<void> {
  const running = start({ name: 'worker', command: nodeCommand([...args, '--once']), env })
  const ended = await running.ended
  if (ended !== 'ended with exit code 0') throw new Error([`The worker ${ended}`, ...running.lastLines()].join('\n'))
}

function startApp(app: AppName, args: string[], env: Record<string, string>): Running {
  const cwd = join(ROOT, 'apps', app)
  if (!existsSync(join(cwd, '.next', 'BUILD_ID'))) throw new Error(`apps/${app} is not built: npm run build`)
  return start({ name: app, command: nodeCommand(args), cwd, env })
}

async function waitForApp(app: AppName | undefined, running: Running, ports: Record<AppName, number>): Promise<void> {
  if (app) await waitUntilResponding(`http://127.0.0.1:${ports[app]}/`, running)
}
