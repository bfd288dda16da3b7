import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable } from '../database/database.ts'
import { type Demo, readDemo } from '../seed/demo-file.ts'
import { PEOPLE } from '../seed/people.ts'
import { busyStages } from '../seed/stages.ts'
import { generateHistory, type Happening } from './generate.ts'

/** Surveyors of the history whom nobody can sign in as: their accounts have no password. */
const colleaguesIn = ({ surveyors }: Demo) =>
  surveyors.map((name, nth) => ({
    id: `0a000000-0000-4000-8000-00000000000${nth + 6}`,
    name,
    email: `${name.toLowerCase().replace(/[^a-z]/g, '')}@salama.test`,
  }))

/**
 * Seeds three months of invented history into a new demo, so that its dashboard has something to show. In the
 * background, a few things at a time between the requests of others, because all of it takes longer than a start may.
 * Once: a database with reports of earlier days keeps what it has.
 */
export function startHistory(database: Queryable, log: (line: string) => void, days?: number): History {
  let isStopped = false
  const seedSlices = async () => {
    const demo = readDemo()
    const history = await prepareHistory(database, demo, days)
    if (history.length === 0) return 0
    for (let at = 0; at < history.length && !isStopped; at += SLICE) {
      await database.query('select pg_temp.replay($1::text::jsonb, $2, $3)', [
        JSON.stringify(history.slice(at, at + SLICE)),
        PEOPLE.dalmas.id,
        demo.rejection ?? null,
      ])
      await pause(PAUSE_MS)
    }
    await database.query(RENUMBER_ALERTS)
    return isStopped ? 0 : history.length
  }
  const done = seedSlices().catch((error: unknown) => {
    log(`The demo's history is incomplete: ${String(error)}`)
    return 0
  })
  const stop = async () => {
    isStopped = true
    await done
  }
  return { done, stop }
}

/** `done`: how many things happened. `stop` ends it early. */
type History = { done: Promise<number>; stop: () => Promise<void> }

const SLICE = 8
const PAUSE_MS = 5

async function prepareHistory(database: Queryable, demo: Demo, days: number | undefined): Promise<Happening[]> {
  const [found] = await database.query<{ old: boolean }>(
    `select exists (select from app.reports r where r.received_at < now() - interval '1 day') as old`,
  )
  const places = found?.old ? [] : await busyStages(database)
  if (places.length === 0) return []
  const colleagues = colleaguesIn(demo)
  for (const colleague of colleagues) await hire(database, colleague)
  await database.exec(readFileSync(new URL('replay.sql', import.meta.url), 'utf8'))
  return generateHistory(new Date(), demo, places, [PEOPLE.chebet.id, ...colleagues.map(({ id }) => id)], days)
}

async function hire(database: Queryable, { id, name, email }: ReturnType<typeof colleaguesIn>[number]): Promise<void> {
  await database.query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, raw_app_meta_data, raw_user_meta_data)
     values ($1, 'authenticated', 'authenticated', $2, now(), now() - interval '120 days',
             '{"provider": "email", "providers": ["email"]}', jsonb_build_object('name', $3::text))
     on conflict do nothing`,
    [id, email, name],
  )
  await database.query(`insert into app.user_roles (user_id, role) values ($1, 'surveyor') on conflict do nothing`, [
    id,
  ])
}

/** Alerts are listed in the order in which they were written, which here was not that of their times. */
const RENUMBER_ALERTS = `
  with replayed as (delete from app.admin_alerts returning at, kind, subject_id, event_id, detail)
  insert into app.admin_alerts (at, kind, subject_id, event_id, detail)
  select * from replayed r where r.at > now() - interval '1 day' order by r.at`
