import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import fastify from 'fastify'
import pg from 'pg'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

// One of the servers that ours is compared with, as a process of its own: node peer.ts <name> <port> <file>, which holds
// the database URL or, for `bare`, the response as JSON (it may be longer than an argument can be).

const [name = '', port = '', file = ''] = process.argv.slice(2)
const given = readFileSync(file, 'utf8')
/** As many as our own server holds. */
const CONNECTIONS = 20

const PEERS: Record<string, () => Promise<unknown>> = { bare, fastify: fastifyAndPg, postgraphile: postGraphile }
await PEERS[name]?.()
process.on('SIGTERM', () => process.exit(0))

/** node:http that sends the same response to everything. */
async function bare(): Promise<void> {
  const reply: { status: number; headers: Record<string, string>; body: string } = JSON.parse(given)
  createServer((_, response) => response.writeHead(reply.status, reply.headers).end(reply.body)).listen(
    Number(port),
    '127.0.0.1',
  )
}

/** What an engineer would write instead: a pool, a prepared statement, no token, no limits, no checks. */
async function fastifyAndPg(): Promise<void> {
  const pool = new pg.Pool({ connectionString: given, max: CONNECTIONS })
  const app = fastify()
  app.get<{ Querystring: { lat: number; lng: number } }>('/incidents/nearby', async (request, reply) => {
    const { rows } = await pool.query<{ body: string }>({
      name: 'nearby',
      text: 'select api.get_incident_feed_nearby($1, $2)::text as body',
      values: [request.query.lat, request.query.lng],
    })
    return reply.type('application/json').send(rows[0]?.body)
  })
  const one = async (name: string, text: string, value: string) =>
    (await pool.query<{ body: string }>({ name, text, values: [value] })).rows[0]?.body
  app.get<{ Params: { identifier: string } }>('/vehicles/:identifier', async ({ params }, reply) =>
    reply
      .type('application/json')
      .send(await one('vehicle', 'select api.get_vehicle_profile($1)::text as body', params.identifier)),
  )
  app.get<{ Querystring: { q: string } }>('/search', async ({ query }, reply) =>
    reply.type('application/json').send(await one('search', 'select api.search($1)::text as body', query.q)),
  )
  await app.listen({ port: Number(port), host: '127.0.0.1' })
}

/** The same function as a field of the schema that PostGraphile makes of the database. */
async function postGraphile(): Promise<void> {
  const server = createServer()
  server.on('error', (error) => console.error(error))
  const instance = postgraphile({
    extends: [PostGraphileAmberPreset],
    pgServices: [
      makePgService({ connectionString: given, schemas: ['api'], pubsub: false, poolConfig: { max: CONNECTIONS } }),
    ],
    grafserv: { graphiql: false, watch: false, websockets: false },
    grafast: { explain: false },
  })
  await instance.createServ(grafserv).addTo(server)
  server.listen(Number(port), '127.0.0.1')
}
