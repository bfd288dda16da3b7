import { CAST, PASSWORD } from '@salama/testing'
import { type Stack, startStack } from '@salama/testing/stack'
import { compare } from './compare.ts'

const INCIDENTS = 100_000

/**
 * `GET /api/v1/incidents/nearby` against the same SQL function called directly over Supabase's own REST API, with
 * 100,000 live incidents. The route adds: verifying the token, checking the input, checking and tagging the reply.
 */
export async function nearby(connections: number): Promise<void> {
  const stack = await startStack({ apps: ['api'] })
  try {
    const [{ version = '' } = {}] = await stack.query<{ version: string }>('select version()')
    console.log(version)
    await fill(stack)
    const places = await samplePlaces(stack)
    const { url, publishableKey } = stack.supabase
    const authorization = `Bearer ${await signIn(stack)}`
    await compare(
      [
        {
          name: 'route',
          url: stack.addresses.api,
          requests: places.map(({ lat, lng }) => ({
            method: 'GET',
            path: `/api/v1/incidents/nearby?lat=${lat}&lng=${lng}`,
            headers: { authorization },
          })),
        },
        {
          name: 'RPC',
          url,
          requests: places.map(({ lat, lng }) => ({
            method: 'POST',
            path: '/rest/v1/rpc/get_incident_feed_nearby',
            headers: {
              authorization,
              apikey: publishableKey,
              'content-type': 'application/json',
              'content-profile': 'api',
            },
            body: JSON.stringify({ p_lat: lat, p_lng: lng }),
          })),
        },
      ],
      connections,
    )
  } finally {
    await stack.close()
  }
}

/** Live incidents in hot spots around the stops of the network, cloned from published ones so that each carries a full row. */
export async function fill({ query }: Stack, incidents = INCIDENTS): Promise<void> {
  console.log(`filling in ${incidents} incidents …`)
  await query(`
    insert into app.incidents (category, visibility, lat, lng, corridor_id, opened_seen_at, first_seen_at, last_seen_at, expires_at)
    select (array['crash', 'hazard', 'road_block', 'breakdown'])[1 + (row_number() over ()) % 4], 'public', s.lat, s.lng,
           (app.corridor_at(s.lat, s.lng)).corridor_id, now(), now(), now(), now() + interval '6 hours'
      from (select lat, lng from app.stops order by md5(gtfs_id) limit 400) s`)
  await query(`select app.publish_incident(i.id) from app.incidents i where i.published_at is null`)
  await query(
    `insert into app.incident_feed (incident_id, visible_from, visible_until, category, lat, lng, corridor_id, last_seen_at, body)
     select c.id, f.visible_from, f.visible_until, f.category, c.lat, c.lng, f.corridor_id, f.last_seen_at - c.ago,
            (f.body::jsonb || jsonb_build_object('id', c.id, 'place', jsonb_build_object('lat', c.lat, 'lng', c.lng)))::json
       from (select *, row_number() over () as n, count(*) over () as total from app.incident_feed) f,
            lateral (select gen_random_uuid() as id, round((f.lat + (random() - 0.5) * 0.01)::numeric, 5)::float8 as lat,
                            round((f.lng + (random() - 0.5) * 0.01)::numeric, 5)::float8 as lng,
                            random() * interval '1 hour' as ago
                       from generate_series(1, ($1::int / f.total)::int)) c`,
    [incidents],
  )
  await query('analyze app.incident_feed')
  const [{ n = 0 } = {}] = await query<{ n: number }>('select count(*)::int as n from app.incident_feed')
  console.log(`${n} live incidents`)
}

export const samplePlaces = ({ query }: Stack) =>
  query<{ lat: number; lng: number }>(
    `select round(lat::numeric, 5)::float8 as lat, round(lng::numeric, 5)::float8 as lng
       from app.stops order by md5(gtfs_id || 'query') limit 100`,
  )

export async function signIn({ supabase }: Stack): Promise<string> {
  const response = await fetch(`${supabase.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: supabase.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: CAST.amina.email, password: PASSWORD }),
  })
  const reply: { access_token: string } = await response.json()
  return reply.access_token
}
