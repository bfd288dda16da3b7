import { type Stack, startStack } from '@salama/testing/stack'
import { compare, type Target } from './compare.ts'
import { fill, samplePlaces, signIn } from './nearby.ts'

/**
 * Calls of functions over Supabase's REST API, answered by our server in one round trip, against the same calls answered
 * by lite: a read that does nearly nothing in SQL, and incidents nearby with 100,000 live ones.
 */
export async function rpc(connections: number): Promise<void> {
  const stack = await startStack({ apps: [] })
  try {
    const [{ version = '' } = {}] = await stack.query<{ version: string }>('select version()')
    console.log(version)
    const headers = {
      authorization: `Bearer ${await signIn(stack)}`,
      apikey: stack.supabase.publishableKey,
      'content-type': 'application/json',
      'content-profile': 'api',
    }
    const measure = async (fn: string, args: object[]) => {
      console.log(`\n${fn}`)
      const ours = target(stack, 'ours', fn, args, headers)
      // A preference that changes nothing, and that our server leaves to lite.
      const lites = target(stack, 'lite', fn, args, { ...headers, prefer: 'handling=lenient' })
      await compare([ours, lites], connections)
    }
    await measure('get_service_area', [{}])
    await fill(stack)
    const places = await samplePlaces(stack)
    await measure(
      'get_incident_feed_nearby',
      places.map(({ lat, lng }) => ({ p_lat: lat, p_lng: lng })),
    )
  } finally {
    await stack.close()
  }
}

const target = (
  { supabase }: Stack,
  name: string,
  fn: string,
  args: object[],
  headers: Record<string, string>,
): Target => ({
  name,
  url: supabase.url,
  requests: args.map((each) => ({
    method: 'POST',
    path: `/rest/v1/rpc/${fn}`,
    headers,
    body: JSON.stringify(each),
  })),
})
