import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { LocalSupabase, Mail } from '@salama/local-supabase'

/** What end-to-end tests may do outside the apps. Browser tests run in their own processes, so this goes over HTTP. */
export type Control = {
  query: <Row = Record<string, unknown>>(text: string, params?: unknown[]) => Promise<Row[]>
  /** Shifts app.now() by an interval from the real time, for example '2 hours'. '0' resets it. */
  shiftClock: (interval: string) => Promise<void>
  /** The e-mails to an e-mail address, newest first, after queued ones are sent. */
  mailbox: (to: string) => Promise<Mail[]>
}

export function controlOf(supabase: LocalSupabase): Control {
  return {
    query: supabase.query,
    shiftClock: async (interval) => {
      await supabase.query(
        `insert into app.clock (shift) values ($1::interval) on conflict (singleton) do update set shift = excluded.shift`,
        [interval],
      )
    },
    mailbox: async (to) => {
      await supabase.settled()
      return supabase.mailbox.list(to)
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
    shiftClock: async (interval) => {
      await ask('/clock', { interval })
    },
    mailbox: async (to) => (await ask('/mailbox', { to })) as Mail[],
  }
}

async function answer(request: IncomingMessage, token: string, control: Control): Promise<[number, unknown]> {
  if (request.headers.authorization !== `Bearer ${token}`) return [401, 'wrong token']
  try {
    const body = JSON.parse(await read(request))
    if (request.url === '/query') return [200, await control.query(String(body.text), body.params)]
    if (request.url === '/mailbox') return [200, await control.mailbox(String(body.to))]
    if (request.url !== '/clock') return [404, 'no such thing']
    await control.shiftClock(String(body.interval))
    return [200, null]
  } catch (error) {
    return [500, error instanceof Error ? error.message : String(error)]
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
