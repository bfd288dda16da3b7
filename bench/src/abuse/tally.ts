import type { TestDatabase } from '@salama/testing'
import { digits } from '../results.ts'
import { ATTACKS, type Attack } from './attacks.ts'
import { type Lived, plateOf, type Sent } from './live.ts'
import { FLEET, VEHICLES } from './month.ts'
import type { World } from './world.ts'

/** A share that is shown is wrong where it differs from what the vehicle deserves by this or more. */
const WRONG_BY = 0.2

export type Figures = { city: [what: string, figure: string][]; attacks: string[][] }

/** What the month came to. */
export async function tally(db: TestDatabase, world: World, lived: Lived): Promise<Figures> {
  const incidents = await incidentsOf(db)
  const of = await incidentOfReports(db)
  const isTrue = new Set(lived.reports.flatMap(({ about, id }) => (about.isTrue ? [of.get(id) ?? ''] : [])))
  const [truths, lies] = [true, false].map((wanted) => incidents.filter(({ id }) => isTrue.has(id) === wanted)) as [
    Incident[],
    Incident[],
  ]
  const honest = lived.reports.filter(({ attack }) => !attack)
  const waits = truths.flatMap(({ confirmedAfter }) => (confirmedAfter === null ? [] : [confirmedAfter]))
  return {
    city: [
      ['true incidents', count(truths)],
      ['… confirmed by reports', share(waits.length, truths.length)],
      ['… minutes until then: half, nine of ten', halfAndMost(waits)],
      ['… disputed by votes', share(truths.filter(({ disputed }) => disputed).length, truths.length)],
      ['… over by votes while they lasted', share(endedEarly(lived, of, truths), truths.length)],
      ['honest reports', count(honest)],
      ['… held for a reviewer', share(outcomes(honest, 'held'), honest.length)],
      ['… refused', share(outcomes(honest, 'refused'), honest.length)],
      ['false incidents seen', count(lies)],
      [
        '… confirmed by reports',
        share(lies.filter(({ confirmedAfter }) => confirmedAfter !== null).length, lies.length),
      ],
      ['… minutes seen: half, nine of ten', halfAndMost(lies.map(({ minutes }) => minutes))],
      ...(await ratings(db, world, lived)),
      ['decisions of reviewers', String(lived.decided)],
    ],
    attacks: (Object.keys(ATTACKS) as Attack[]).flatMap((attack) => {
      const sent = lived.reports.filter((each) => each.attack === attack)
      const ids = new Set(sent.map(({ id }) => of.get(id) ?? ''))
      const seen = lies.filter(({ id }) => ids.has(id))
      const stopped = share(sent.length - outcomes(sent, 'live'), sent.length)
      const confirmed = count(seen.filter(({ confirmedAfter }) => confirmedAfter !== null))
      const minutes = halfAndMost(seen.map((each) => each.minutes))
      return sent.length === 0 ? [] : [[ATTACKS[attack], count(sent), stopped, count(seen), confirmed, minutes]]
    }),
  }
}

type Incident = {
  id: string
  minutes: number
  resolvedAt: number | null
  confirmedAfter: number | null
  disputed: boolean
}

/** Each incident with the minutes for which it was to be seen, and those until reports confirmed it. */
const incidentsOf = (db: TestDatabase) =>
  db.sql<Incident>(
    `select i.id::text, o.disputed,
            (extract(epoch from o.resolved - timestamptz '2040-01-01 00:00Z') / 60)::float8 as "resolvedAt",
            (extract(epoch from least(o.ended, i.expires_at, app.now()) - o.opened) / 60)::float8 as minutes,
            (extract(epoch from o.confirmed - o.opened) / 60)::float8 as "confirmedAfter"
       from app.incidents i
       cross join lateral (
         select min(e.at) filter (where e.kind = 'opened') as opened,
                min(e.at) filter (where e.kind in ('resolved', 'retracted', 'merged')) as ended,
                min(e.at) filter (where e.kind = 'resolved') as resolved,
                min(e.at) filter (where e.kind = 'corroborated') as confirmed,
                coalesce(bool_or(e.kind = 'disputed'), false) as disputed
           from app.incident_events e where e.incident_id = i.id) o
      where i.published_at is not null`,
  )

/** How many were resolved before what they are about was over. */
function endedEarly({ reports }: Lived, of: Map<string, string>, truths: Incident[]): number {
  const over = new Map<string, number>()
  for (const { id, about } of reports) {
    const incident = of.get(id) ?? ''
    if (about.isTrue) over.set(incident, Math.max(over.get(incident) ?? 0, about.at + about.minutes))
  }
  return truths.filter(({ id, resolvedAt }) => resolvedAt !== null && resolvedAt < (over.get(id) ?? 0)).length
}

async function incidentOfReports(db: TestDatabase): Promise<Map<string, string>> {
  const rows = await db.sql<{ id: string; incident: string }>(
    `select r.id::text, coalesce(i.merged_into, i.id)::text as incident
       from app.reports r join app.incidents i on i.id = r.incident_id`,
  )
  return new Map(rows.map(({ id, incident }) => [id, incident]))
}

/** What the figures of vehicles say, against what each deserves; those of the first two saccos are under attack. */
async function ratings(db: TestDatabase, { praise }: World, { hostile }: Lived): Promise<[string, string][]> {
  const wrong = { all: 0, attacked: 0 }
  let shown = 0
  for (let vehicle = 0; vehicle < VEHICLES; vehicle++) {
    const figures = await db.as('rider_server').rpc('get_vehicle_feedback', { p_identifier: plateOf(vehicle) })
    const { praiseShare } = figures as { praiseShare: number | null }
    if (praiseShare === null) continue
    shown += 1
    const isWrong = Math.abs(praiseShare - (praise[vehicle] ?? 0)) >= WRONG_BY
    wrong.all += Number(isWrong)
    wrong.attacked += Number(isWrong && vehicle < 2 * FLEET)
  }
  const [of] = await db.sql<{ hostile: number; counted: number; honest: number; held: number }>(
    `select count(*) filter (where h)::int as hostile, count(*) filter (where h and f.state = 'counted')::int as counted,
            count(*) filter (where not h)::int as honest,
            count(*) filter (where not h and exists (select from app.review_entries e where e.subject_id = f.id))::int as held
       from app.feedback f cross join lateral (select f.rider_id = any ($1) as h) l`,
    [hostile],
  )
  return [
    ['vehicles with figures', String(shown)],
    ['… wrong by a fifth or more', share(wrong.all, shown)],
    ['… of the 40 under attack', String(wrong.attacked)],
    ['hostile ratings that count', share(of?.counted ?? 0, of?.hostile ?? 0)],
    ['honest ratings held', share(of?.held ?? 0, of?.honest ?? 0)],
  ]
}

const outcomes = (reports: Sent[], outcome: Sent['outcome']) =>
  reports.filter((each) => each.outcome === outcome).length
const count = (values: unknown[]) => values.length.toLocaleString('en')
const share = (part: number, all: number) => (all === 0 ? '–' : `${digits((100 * part) / all)} %`)

function halfAndMost(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  return [0.5, 0.9].map((part) => digits(sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN)).join(', ')
}
