import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { LocalSupabase, Mail } from '@salama/local-supabase'
import { keepRows } from './fresh.ts'
import type { StackClock } from './stack-clock.ts'

/** What end-to-end tests may do outside the apps. Browser tests run in their own processes, so this goes over HTTP. */
export type Control = {
  query: <Row = Record<string, unknown>>(text: string, params?: unknown[]) => Promise<Row[]>
  /** Sets the clock to an interval after the journey began, for example '2 hours'. Returns the interval in milliseconds. */
  shiftClock: (interval: string) => Promise<number>
  /** The e-mails to an e-mail address, newest first, after queued ones are sent. */
  mailbox: (to: string) => Promise<Mail[]>
  /** Does what the service does once a minute. */
  sweep: () => Promise<void>
  /** Does once what the worker does all the time: mails, webhooks, push messages and pictures that are due. */
  work: () => Promise<void>
  /** Restores the database, the clock and the mailbox as they were when the stack started. */
  fresh: () => Promise<void>
}

/** `clock`: how far that of the world is ahead of the database's own, and where the apps' processes are told of more. */
export function controlOf(supabase: LocalSupabase, work: () => Promise<void>, clock: StackClock): Control {
  let restore: (() => Promise<void>) | undefined
  let read = new Set<string>()
  return {
    query: supabase.query,
    shiftClock: async (interval) => {
      const [more] = await supabase.query<{ ms: number }>(
        'select (extract(epoch from $1::interval) * 1000)::float8 as ms',
        [interval],
      )
      const ms = more?.ms ?? 0
      await clock.set(ms)
      return ms
    },
    mailbox: async (to) => {
      await supabase.settled()
      return supabase.mailbox.list(to).filter(({ id }) => !read.has(id))
    },
    sweep: async () => {
      await supabase.query('select app.sweep()')
    },
    work,
    fresh: async () => {
      await supabase.settled()
      await clock.set(0)
      if (restore) await restore()
      else restore = await keepRows(supabase)
      read = new Set(supabase.mailbox.list().map(({ id }) => id))
    },
  }
}

/** Serves a control on loopback, authorized by a random token. */
export async function serveControl(
  control: Control,
): Promise<{ url: string; token: string; close: () => Promise<void> }> {
  const token = randomBytes(24).toString('base64url')
  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request, token, control)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    token,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Connects to the control of a stack in another process. */
export function connectControl(url: string, token: string): Control {
  const ask = async (path: string, body: unknown): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const reply: unknown = await response.json()
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(reply)}`)
    return reply
  }
  return {
    // Rows from HTTP have the type that the caller declares, as with a database driver.
    query: async <Row>(text: string, params: unknown[] = []) => (await ask('/query', { text, params })) as Row[],
    shiftClock: async (interval) => Number(await ask('/clock', { interval })),
    mailbox: async (to) => (await ask('/mailbox', { to })) as Mail[],
    sweep: async () => {
      await ask('/sweep', {})
    },
    work: async () => {
      await ask('/work', {})
    },
    fresh: async () => {
      await ask('/fresh', {})
    },
  }
}

/** What a control answers at each path. */
const ANSWERS: Record<string, (control: Control, body: Record<string, unknown>) => Promise<unknown>> = {
  '/query': (control, { text, params }) => control.query(String(text), Array.isArray(params) ? params : []),
  '/clock': (control, { interval }) => control.shiftClock(String(interval)),
  '/mailbox': (control, { to }) => control.mailbox(String(to)),
  '/sweep': (control) => control.sweep(),
  '/work': (control) => control.work(),
  '/fresh': (control) => control.fresh(),
}

async function answer(request: IncomingMessage, token: string, control: Control): Promise<[number, unknown]> {
  if (request.headers.authorization !== `Bearer ${token}`) return [401, 'wrong token']
  const answered = ANSWERS[request.url ?? '']
  if (!answered) return [404, 'no such thing']
  try {
    return [200, (await answered(control, JSON.parse(await read(request)))) ?? null]
  } catch (error) {
    return [500, error instanceof Error ? error.message : String(error)]
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
