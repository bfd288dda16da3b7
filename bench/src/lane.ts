import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { appAddresses, appCommand, appEnv, appPorts, nextCommand } from '../../scripts/lib/app-env.mjs'
import { freePorts, nodePath, ROOT, start, waitUntilResponding } from '../../scripts/lib/processes.mjs'
import { makeSecrets } from '../../scripts/lib/secrets.mjs'
import { compare, type Target } from './compare.ts'

const HEALTH = '/api/v1/health'
/** Needs the database, which never answers here. */
const STUCK = '/api/v1/saccos'

/**
 * What the way to an endpoint costs: the same operation through the API's own server, through `next start`, and a bare
 * node:http server that sends the same bytes. First an operation that does almost nothing, then the refusals of a
 * process that is overloaded, because its one place in flight waits for a database that never answers.
 */
export async function lane(connections: number): Promise<void> {
  const secrets = makeSecrets()
  const authorization = `Bearer ${await tokenOf(secrets.jwtSecret)}`
  const database = await listen(() => {})
  const ends = [() => close(database.server)]
  const supabaseUrl = database.url
  try {
    const run = async (command: (port: number) => string[], inFlight: number) => {
      const [port = 0] = await freePorts(1)
      const env = appEnv('api', { supabaseUrl, secrets, addresses: appAddresses(appPorts(port)) })
      const app = start({
        name: 'api',
        cwd: join(ROOT, 'apps/api'),
        env: { ...env, MAX_IN_FLIGHT: String(inFlight) },
        command: [nodePath(), ...command(port)],
      })
      ends.push(app.stop)
      const url = `http://127.0.0.1:${port}`
      await waitUntilResponding(url, app)
      return url
    }
    const measure = async (path: string, inFlight: number, headers: Record<string, string>) => {
      const ours = await run((port) => appCommand('api', port), inFlight)
      const next = await run(nextCommand, inFlight)
      const reply = await firstReply(`${ours}${path}`, headers)
      const bare = await listen((_, response) => response.writeHead(reply.status, reply.headers).end(reply.body))
      ends.push(() => close(bare.server))
      const target = (name: string, url: string): Target => ({
        name,
        url,
        requests: [{ method: 'GET', path, headers }],
        isRefused: reply.status === 503,
      })
      await compare([target('server.ts', ours), target('next start', next), target('bare', bare.url)], connections)
      while (ends.length > 1) await ends.pop()?.()
    }
    console.log(`GET ${HEALTH}`)
    await measure(HEALTH, 32, {})
    console.log('refusals under overload')
    await measure(STUCK, 1, { authorization })
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

const tokenOf = (secret: string) =>
  new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('0a000000-0000-4000-8000-000000000001')
    .setAudience('authenticated')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))

/** Headers that node:http adds by itself. */
const ADDED = ['connection', 'date', 'keep-alive', 'transfer-encoding']

/** The first response to more requests at once than one place in flight lets wait: where one is needed, a refusal. */
function firstReply(url: string, headers: Record<string, string>) {
  const replies = Array.from({ length: 20 }, async () => {
    const response = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } })
    const kept = [...response.headers].filter(([name]) => !ADDED.includes(name))
    return { status: response.status, headers: Object.fromEntries(kept), body: await response.text() }
  })
  return Promise.race(replies)
}

async function listen(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } // it listens on a port
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
