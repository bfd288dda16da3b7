import { randomUUID } from 'node:crypto'
import { buildSmallCity, decide, RpcError, type TestDatabase } from '@salama/testing'
import { type Actor, type Happening, Random } from './actors.ts'
import type { Attack } from './attacks.ts'
import { type Action, DAY, DAYS, VEHICLES } from './month.ts'
import type { World } from './world.ts'

/** The hours at which a reviewer decides on all that waits, and how often they are right. */
const DESK = [8, 10, 12, 14, 16, 18]
const RIGHT = 0.9

/** A report as it was sent. `outcome`: what became of it at once. */
export type Sent = {
  id: string
  at: number
  about: Happening
  attack: Attack | null
  outcome: 'live' | 'held' | 'refused'
}
export type Lived = { reports: Sent[]; decided: number; hostile: string[] }

/** Lets a world happen: each action at its minute of the database's clock, by the functions that the apps call. */
export async function live(db: TestDatabase, world: World, seed: number): Promise<Lived> {
  await settle(db, world)
  const desk = new Random(seed + 1)
  const lived: Lived = { reports: [], decided: 0, hostile: hostileOf(world) }
  const told = new Map<Happening, string[]>()
  let hour = 0
  for (const action of world.actions) {
    for (; hour <= action.at / 60; hour++) {
      await setClock(db, hour * 60)
      await db.sql('select app.sweep()')
      if (DESK.includes(hour % 24)) lived.decided += await review(db, lived, desk)
      if (hour % 24 === 0) process.stderr.write('.')
    }
    await setClock(db, action.at)
    if (action.kind === 'report') {
      const sent = await report(db, action)
      lived.reports.push(sent)
      told.set(action.about, [...(told.get(action.about) ?? []), sent.id])
    } else if (action.kind === 'rate') await rate(db, action)
    else await vote(db, action.who, action.kind, told.get(action.about) ?? [])
  }
  await setClock(db, DAYS * DAY)
  await db.sql('select app.sweep()')
  return lived
}

/** The accounts of those who are hostile. */
const hostileOf = ({ actions }: World) =>
  actions.flatMap(({ attack, who }) => (attack && who.account ? [who.account] : []))

/** A city with vehicles and accounts, at the first minute of the month. */
async function settle(db: TestDatabase, { actors }: World): Promise<void> {
  await buildSmallCity(db)
  await setClock(db, 0)
  await db.sql(
    `insert into app.vehicles (id, plate, plate_key, public_code)
     select gen_random_uuid(), format('KDB %sA', 100 + n), format('KDB%sA', 100 + n), 'V-' || lpad(n::text, 8, '0')
       from generate_series(0, $1 - 1) n`,
    [VEHICLES],
  )
  await db.sql(
    `insert into auth.users (id, email, created_at)
     select p.account, p.account || '@salama.test', app.now() + make_interval(mins => p.since)
       from jsonb_to_recordset($1::text::jsonb) p (account uuid, since int) on conflict do nothing`,
    [JSON.stringify(actors.flatMap(({ account, since }) => (account ? [{ account, since }] : [])))],
  )
}

const setClock = (db: TestDatabase, minute: number) =>
  db.sql(
    `insert into app.clock (shift) values (timestamptz '2040-01-01 00:00Z' + make_interval(mins => $1) - now())
     on conflict (singleton) do update set shift = excluded.shift`,
    [minute],
  )

const cookieOf = ({ phone }: Actor) => phone.padEnd(43, '_')
export const plateOf = (vehicle: number) => `KDB ${100 + vehicle}A`

/** Registers the cookie of a phone, as the rider app does at each of its visits; a known one is as old as its owner says. */
const visit = (db: TestDatabase, who: Actor) =>
  db.sql(
    `insert into app.devices (token_hash, created_at)
     values (sha256(convert_to($1, 'UTF8')), timestamptz '2040-01-01 00:00Z' + make_interval(mins => $2)) on conflict do nothing`,
    [cookieOf(who), who.since],
  )

/** Calls a function for somebody. False where it is refused. */
async function call(db: TestDatabase, who: Actor, name: string, args: Record<string, unknown>): Promise<boolean> {
  const caller = who.account ? { sub: who.account, role: 'authenticated' } : 'rider_server'
  const networks = who.account ? {} : { p_networks: [who.network()] }
  await visit(db, who)
  try {
    await db.as(caller).rpc(name, { ...args, p_device: cookieOf(who), ...networks })
    return true
  } catch (error) {
    if (error instanceof RpcError && error.slug) return false
    throw error
  }
}

async function report(db: TestDatabase, action: Action & { kind: 'report' }): Promise<Sent> {
  const { at, about, attack, who } = action
  const id = randomUUID()
  const accepted = await call(db, who, 'submit_incident_report', {
    p_id: id,
    p_category: about.category,
    p_vehicle: about.vehicle === null ? null : plateOf(about.vehicle),
    p_lat: about.lat,
    p_lng: about.lng,
    p_injury: about.category === 'crash' ? 'none' : null,
  })
  const [kept] = await db.sql<{ incident: string | null }>(
    'select incident_id as incident from app.reports where id = $1',
    [id],
  )
  return { id, at, about, attack, outcome: accepted ? (kept?.incident ? 'live' : 'held') : 'refused' }
}

/** A vote on what the voter sees of it, if it is to be seen. */
async function vote(db: TestDatabase, who: Actor, kind: string, reports: string[]): Promise<void> {
  const [seen] = await db.sql<{ incident: string }>(
    'select incident_id as incident from app.reports where id = any ($1) and incident_id is not null limit 1',
    [reports],
  )
  if (seen) await call(db, who, 'vote_on_incident', { p_id: seen.incident, p_vote: kind })
}

async function rate(db: TestDatabase, { who, vehicle, stars }: Action & { kind: 'rate' }): Promise<void> {
  const args = { p_id: randomUUID(), p_vehicle: plateOf(vehicle), p_stars: stars }
  try {
    await db.as({ sub: who.account, role: 'authenticated' }).rpc('submit_ride_feedback', args)
  } catch (error) {
    if (!(error instanceof RpcError && error.slug)) throw error
  }
}

/** A reviewer's round: what is true is approved and what is not is rejected, but for one in ten. Returns how many. */
async function review(db: TestDatabase, lived: Lived, desk: Random): Promise<number> {
  const waiting = await db.sql<{ subject: string; reports: string[]; hostile: boolean }>(
    `select e.subject_id as subject, coalesce(f.rider_id = any ($1), false) as hostile,
            array(select r.id::text from app.reports r where e.subject_id in (r.id, r.incident_id)) as reports
       from app.review_entries e left join app.feedback f on f.id = e.subject_id
      where e.state = 'pending' order by e.created_at, e.id`,
    [lived.hostile],
  )
  const truth = new Map(lived.reports.map(({ id, about }) => [id, about.isTrue]))
  for (const { subject, reports, hostile } of waiting) {
    const isTrue = !hostile && (reports.length === 0 || reports.some((id) => truth.get(id)))
    await decide(db, subject, isTrue === desk.chance(RIGHT) ? 'approved' : 'rejected')
  }
  return waiting.length
}
