import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request that the stub received. */
export type Asked = { method: string; path: string; headers: IncomingMessage['headers']; body: unknown }
type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | 'hang up'

/**
 * A stub HTTP server in place of Supabase, on a free port. It responds with the current `reply` and records its
 * requests.
 */
export async function standIn(reply: (asked: Asked) => Reply | Promise<Reply>) {
  const state = { reply, asked: [] as Asked[] }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { method = '', url = '', headers } = request
    const asked = { method, path: url, headers, body: body === '' ? null : JSON.parse(body) }
    state.asked.push(asked)
    const answer = await state.reply(asked)
    if (answer === 'hang up') return void request.socket.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(answer.body === undefined ? '' : JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The stand-in has no port')
  return {
    state,
    url: `http://127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

/** A token grant as Auth returns it; `turn` distinguishes it from the next. */
export const grant = (turn: string, expiresIn = 3600) => ({
  access_token: `access-${turn}`,
  refresh_token: `refresh-${turn}`,
  expires_in: expiresIn,
  token_type: 'bearer',
  user: { id: 'a0000000-0000-4000-8000-000000000001', email: 'amina@salama.test' },
})
