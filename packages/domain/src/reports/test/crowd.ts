import type { TestDatabase } from '@salama/testing'

/** A report without an account in a simulation. `phone` and `network` are arbitrary names. */
export type Sent = { phone: string; network: string; category: string; lat: number; lng: number; minute: number }
export type Outcome = 'live' | 'held' | 'refused'

/** Pseudorandom numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const CATEGORIES = ['crash', 'hazard', 'road_block', 'breakdown', 'overloading', 'reckless_driving']

/** A report somewhere in the small city. */
export const anywhere = (random: () => number) => ({
  category: CATEGORIES[Math.floor(random() * CATEGORIES.length)] ?? 'hazard',
  lat: -1.42 + random() * 0.3,
  lng: 36.65 + random() * 0.4,
})

/** Makes phones known: each reported two days ago, from its own network. */
export async function makePhonesKnown(db: TestDatabase, phones: string[]): Promise<void> {
  await send(
    db,
    phones.map((phone) => ({ ...HAZARD, phone, network: `home of ${phone}`, minute: -2 * 24 * 60 })),
  )
}
const HAZARD = { category: 'hazard', lat: -1.2812, lng: 36.8226 }

/** Sends reports, minute by minute on the database's clock, and returns the outcome of each. */
export async function send(db: TestDatabase, reports: Sent[]): Promise<Outcome[]> {
  await db.sql(RECEIVE)
  const outcomes: Outcome[] = []
  const minutes = [...new Set(reports.map((each) => each.minute))].toSorted((a, b) => a - b)
  for (const minute of minutes) {
    await db.shiftClock(`${minute} minutes`)
    const of = reports.filter((each) => each.minute === minute)
    const ids = await db.sql<{ id: string | null }>(
      `select app.receive_in_test(s.phone, s.network, s.category, s.lat, s.lng) as id
         from jsonb_to_recordset($1::text::jsonb) s (phone text, network text, category text, lat float8, lng float8)`,
      [JSON.stringify(of)],
    )
    for (const { id } of ids) {
      const [report] = await db.sql<{ state: string }>('select state from app.reports where id = $1', [id])
      outcomes.push(report === undefined ? 'refused' : report.state === 'linked' ? 'live' : 'held')
    }
  }
  return outcomes
}

/** Sends a report like the app's server; null where it is rejected. */
const RECEIVE = `
  create or replace function app.receive_in_test(p_phone text, p_network text, p_category text, p_lat float8, p_lng float8)
  returns uuid language plpgsql as $$
  declare v_id uuid := gen_random_uuid(); v_device text := rpad(p_phone, 43, '_');
  begin
    perform api.register_device(v_device);
    perform app.receive_report(
      jsonb_populate_record(null::app.reports, jsonb_build_object(
        'id', v_id, 'device_hash', app.known_device(v_device), 'category', p_category, 'lat', p_lat, 'lng', p_lng,
        'injury', 'none')),
      p_networks => array[p_network]);
    return v_id;
  exception when sqlstate 'PT400' then return null;
  end $$`

export const countOf = (outcomes: Outcome[], what: Outcome) => outcomes.filter((each) => each === what).length
