import { createServer, IncomingMessage, type ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { measure } from '@salama/domain/measure'
import { boundSlowBody } from '../../http/src/slow-bodies.ts'
import { issuerAt, reachedAt } from '../../processes/src/app-env.mjs'
import type { SigningKey } from '../../processes/src/server-token.mjs'
import { mailCodes } from './auth/codes.ts'
import { openEndpoints } from './auth/endpoints.ts'
import { generateLinks, startSession } from './auth/generate-link.ts'
import { limitAuth } from './auth/limits.ts'
import { type Ask, callOf } from './auth/request.ts'
import { sameAnswers } from './auth/same-responses.ts'
import { openTokens } from './auth/tokens.ts'
import { openBackground } from './background.ts'
import { type Database, type Queryable, serverFaults } from './database/index.ts'
import type { Opened } from './database/open.ts'
import { refuseDemoAccounts } from './demo-accounts.ts'
import { startHistory } from './demo-history/index.ts'
import { guardDatabase } from './guard.ts'
import { startLite } from './lite.ts'
import { type Mailbox, openMailbox } from './mail/mailbox.ts'
import { isMailboxPage, mailboxPage } from './mail/pages.ts'
import { MAILS_WAITING, mailFailure, mailServer, type SmtpServer, sendLater } from './mail/sending.ts'
import { startMaintenance } from './maintenance.ts'
import { quietDatabaseErrors } from './quiet.ts'
import { answerCalls } from './rpc/calls.ts'
import { openIdentities } from './rpc/identities.ts'
import { refuseRpcQuery } from './rpc/queries.ts'
import { seedRatings } from './seed/ratings.ts'
import { seedRegister } from './seed/register.ts'
import { seedStory } from './seed/story.ts'
import { seedWaiting } from './seed/waiting.ts'
import { openStorage } from './storage.ts'
import { withBody } from './with-body.ts'

export type LocalSupabaseOptions = {
  /** 0 for any free port. */
  port: number
  /** The address to listen on, 127.0.0.1 by default. */
  host?: string
  /** A folder, or 'memory' for an in-memory database. */
  dataDir: string
  /** postgres://…: use that server instead of the embedded database. */
  databaseUrl?: string
  /** Multiplies the timeouts of that server's requests: a busy machine that runs tests is not an outage. */
  databasePatience?: number
  /** How long to wait for that server when it is not up yet; not at all by default. */
  databaseWaitS?: number
  publishableKey: string
  secretKey: string
  /** Sign access tokens: the first; the others still verify. */
  signingKeys: SigningKey[]
  /** Signs the tokens of browsers in which somebody signed in. */
  deviceSecret: string
  /** Whether our apps may sign in whom an OpenID Connect issuer has verified. */
  hasIssuer?: boolean
  /** Seed the demo accounts and network into a new database. */
  demo?: boolean
  /** Refuse a database with accounts of the demo, or with `remove` make them unusable first. */
  noDemo?: { because: string; remove: boolean }
  /**
   * Seed reports of invented riders if nothing is live, pending items and ratings; before the first request, because it
   * shifts the clock. Then three months of history, in the background.
   */
  story?: boolean
  /** Delete the data in the folder first. */
  fresh?: boolean
  /** Whether e-mails go to the mailbox; by default only those of the embedded database do. */
  persistMails?: boolean
  /** Without a mail server send none, and print none: they have codes. */
  dropMails?: boolean
  /** Send e-mails through a mail server instead of storing them in the mailbox. */
  smtp?: SmtpServer
  /** The work factor of bcrypt. Tests with very many passwords use the minimum, 4. */
  passwordCost?: number
  log?: (line: string) => void
}

export type LocalSupabase = Queryable & {
  /** Runs work alone: on the embedded database no request begins meanwhile. */
  exclusive: Database['exclusive']
  url: string
  mailbox: Mailbox
  /** Whether mails are on a page of this service. */
  hasMailbox: boolean
  /** Resolves when background work is done: mails are created and sent after the response. */
  settled: () => Promise<void>
  close: () => Promise<void>
}

/**
 * A Supabase that needs only npm: the API of a project (REST, Auth and Storage) on 127.0.0.1, over PGlite with PostGIS
 * or a PostgreSQL server. It is migrated, seeded and ready when the promise resolves.
 *
 * The embedded database has one session, and lite begins a transaction, sets the caller's role and runs the statement
 * as separate steps. Two concurrent requests would share one transaction and the role of the later one, even of the
 * secret key. So on PGlite requests run one at a time, from first statement to response; bodies are read before, so
 * that a slow sender blocks nobody.
 */
export async function startLocalSupabase(options: LocalSupabaseOptions): Promise<LocalSupabase> {
  const log = options.log ?? (() => {})
  quietDatabaseErrors()
  const http = await listen(options)
  try {
    const storage = await openStorage({ ...options, demo: options.demo ?? false, log })
    try {
      if (options.noDemo) await refuseDemoAccounts(storage.database, { ...options.noDemo, log })
      return await serve(http, storage, { ...options, log })
    } catch (error) {
      await storage.database.close()
      throw error
    }
  } catch (error) {
    await http.close()
    throw error
  }
}

async function serve(
  http: Listener,
  storage: Opened,
  options: LocalSupabaseOptions & { log: (line: string) => void },
): Promise<LocalSupabase> {
  const { database } = storage
  const isEmbedded = database.engine === 'pglite'
  const isKept = isEmbedded && options.dataDir !== 'memory'
  const persistsMails = options.persistMails ?? (isEmbedded && !options.smtp)
  const mailbox = openMailbox(isKept ? join(options.dataDir, 'mailbox.jsonl') : undefined)
  const mailWork = openBackground(MAILS_WAITING, (error) => options.log(mailFailure(error)))
  const passwordCost = options.passwordCost ?? 10
  const mailer = persistsMails ? mailbox.driver : mailServer(options)
  const tokens = openTokens(options.signingKeys, issuerAt(new URL(http.url).port))
  const { insideSecret } = tokens
  const lite = await startLite(storage, {
    ...options,
    insideSecret,
    url: http.url,
    ...(options.dataDir === 'memory' ? {} : { picturesDir: join(options.dataDir, 'pictures') }),
    passwordCost,
  })
  await warmUp(lite, options.publishableKey)
  if (options.story) {
    await seedRegister(database)
    // Ratings first: they make the riders of the story known for days.
    await seedRatings(database)
    if ((await seedStory(database)) > 0) await seedWaiting(database)
    // Or the first admin would be alerted of a stopped feed.
    await database.query('select app.sweep()')
  }
  const stopMaintenance = isKept ? startMaintenance(database, options.log) : async () => {}
  const identify = openIdentities({ ...options, insideSecret })
  const answer = answerCalls(database, identify, async (request, peerAddress) => lite.fetch(request, { peerAddress }))
  const inTurn = guardDatabase({ database, identify }, answer)
  const withCodes = mailCodes(await sameAnswers(inTurn, { database, passwordCost }), {
    email: sendLater(mailer, mailWork, options.log),
    startSession: startSession(database, inTurn),
  })
  const limited = openEndpoints(limitAuth(withCodes, options.deviceSecret), { database, identify })
  const ask = generateLinks(limited, { database, identify, hasIssuer: options.hasIssuer ?? false, direct: inTurn })
  http.answer(async (request, peerAddress) => {
    const probe = await answerProbe(request, database)
    if (probe) return probe
    if (new URL(request.url).pathname === '/auth/v1/.well-known/jwks.json') return Response.json(tokens.published)
    await tokens.enter(request)
    if (persistsMails && isMailboxPage(request)) {
      await mailWork.settled()
      return mailboxPage(request, mailbox, identify)
    }
    const refused = refuseRpcQuery(request)
    if (refused) return refused
    const whole = await withBody(request, identify)
    if (!whole) return new Response('Too large', { status: 413, headers: { connection: 'close' } })
    const response = await ask(whole, peerAddress)
    return / \/auth\//.test(callOf(whole)) ? tokens.leave(response) : response
  })
  const history = options.story ? startHistory(database, options.log) : undefined
  const close = async () => {
    await history?.stop()
    await Promise.all([stopMaintenance(), http.close()])
    await mailWork.settled()
    await database.close()
  }
  return {
    url: http.url,
    query: database.query,
    exec: database.exec,
    exclusive: database.exclusive,
    mailbox,
    hasMailbox: persistsMails,
    settled: mailWork.settled,
    close,
  }
}

type Listener = { url: string; answer: (next: Ask) => void; close: () => Promise<void> }

/** Binds the port first, because lite must know its own URL; requests before the rest is ready get a retry response. */
async function listen({ port, host = '127.0.0.1' }: LocalSupabaseOptions): Promise<Listener> {
  let answer: Ask = async ({ url }) =>
    isLivenessProbe(url) ? alive() : new Response('Starting', { status: 503, headers: { 'retry-after': '1' } })
  const server = createServer(
    getRequestListener((request, { incoming, outgoing }) => {
      if (incoming instanceof IncomingMessage) boundSlowBody(incoming)
      measureAnswer(request.url, outgoing)
      return answer(new Request(request, { signal: goneSignal(outgoing) }), incoming.socket.remoteAddress ?? null)
    }),
  )
  // Longer than clients hold an idle connection: one that is just being closed would lose a request.
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No address')
  return {
    url: `http://${reachedAt(host)}:${address.port}`,
    answer: (next: Ask) => {
      answer = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        const impatient = setTimeout(() => server.closeAllConnections(), 3000)
        server.close(() => {
          clearTimeout(impatient)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

const isLivenessProbe = (url: string) => new URL(url).pathname === '/healthz'
const alive = () => Response.json({ status: 'ok' })

/** `/healthz` says that the process lives, `/readyz` whether its database answers and has what an administrator gave it. */
async function answerProbe({ url }: Request, database: Database): Promise<Response | undefined> {
  const { pathname } = new URL(url)
  if (pathname === '/health' || pathname === '/healthz') return alive()
  if (pathname !== '/readyz') return undefined
  const failed = await serverFaults(database).then(
    (faults) => faults.length > 0 && 'prepared',
    () => 'database',
  )
  return failed ? Response.json({ status: 'failed', checks: { [failed]: 'failed' } }, { status: 503 }) : alive()
}

/** By the part of Supabase: the rest of a URL is the client's. The apps measure each function that they call. */
function measureAnswer(url: string, outgoing: ServerResponse | Http2ServerResponse): void {
  const part = /^\/(auth|rest|storage)\/v1\//.exec(new URL(url).pathname)?.[1]
  if (part === undefined) return
  const started = performance.now()
  outgoing.once('close', () => measure('request', part, outgoing.writableFinished ? outgoing.statusCode : 499, started))
}

/** Aborted when the client disconnects before its response. */
function goneSignal(outgoing: ServerResponse | Http2ServerResponse): AbortSignal {
  const client = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) client.abort()
  })
  return client.signal
}

/**
 * Warms up lite, which reads the catalogue at its first function call; that takes half a second, and two processes on
 * one database must not do it at the same time. The function deliberately does not exist.
 */
async function warmUp(lite: Awaited<ReturnType<typeof startLite>>, apikey: string): Promise<void> {
  const headers = { apikey, 'content-profile': 'api', 'content-type': 'application/json' }
  await lite.fetch(new Request('http://127.0.0.1/rest/v1/rpc/warm_up', { method: 'POST', headers, body: '{}' }))
}
