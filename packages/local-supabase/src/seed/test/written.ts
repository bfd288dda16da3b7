import { readFileSync } from 'node:fs'
import type { Database } from '../../database/index.ts'
import { ROOT } from '../../paths.ts'

/** What a demo wrote that is in the words of a city: its names, plates, stages and texts. */
export async function wordsOfCity(database: Database, city: string): Promise<string[]> {
  const [row] = await database.query<{ written: string }>(WRITTEN)
  const words = textsIn(JSON.parse(readFileSync(`${ROOT}cities/${city}/demo.json`, 'utf8')))
  return words.filter((word) => row?.written.includes(word))
}

/** Every text somewhere in it, long enough to be of one city alone. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  return typeof value === 'string' && value.length > 4 ? [value] : []
}

const WRITTEN = `
  select concat((select jsonb_agg(r) from app.reports r), (select jsonb_agg(a) from app.assignments a),
                (select jsonb_agg(v) from app.vehicles v), (select jsonb_agg(s) from app.saccos s),
                (select jsonb_agg(e) from app.collection_entries e), (select jsonb_agg(f) from app.feedback f),
                (select jsonb_agg(s.name) from app.reports r join app.stops s on s.id = r.stop_id),
                (select jsonb_agg(u.raw_user_meta_data) from auth.users u),
                (select jsonb_agg(p.display_name) from app.profiles p)) as written`

/** How many reports of the history came in these hours of the city. */
export async function reportsAt(database: Database, hours: number[]): Promise<number> {
  const [row] = await database.query<{ n: number }>(
    `select count(*)::int as n from app.reports r
      where extract(hour from app.city_time(r.received_at)) = any ($1::int[]) and r.received_at < now() - interval '3 hours'`,
    [hours],
  )
  return row?.n ?? 0
}
