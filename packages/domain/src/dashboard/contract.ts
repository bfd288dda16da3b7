import { z } from 'zod'
import { PersonRef } from '../accounts/contract.ts'
import { Category } from '../incidents/contract.ts'
import { ReviewKind } from '../review-entries/contract.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { forAdmins, operation } from '../shared/operation.ts'
import { Day, Instant, Point, RequestDay } from '../shared/shapes.ts'
import { EntryCounts } from '../surveyor/contract.ts'

/** The longest period of one request; api.get_dashboard rejects a longer one. */
export const MAX_DASHBOARD_DAYS = 92

const Share = z.number().min(0).max(1)
const Seconds = z.int().nullable()

const Queue = z.object({
  now: z
    .array(
      z.object({
        kind: ReviewKind,
        open: z.int(),
        overdue: z.int(),
        oldestAt: Instant.nullable().describe(
          'When the oldest open entry was received; rounded to the full hour if it is sensitive.',
        ),
      }),
    )
    .describe('Current number of open items of each kind.'),
  days: z
    .array(
      z.object({
        date: Day,
        kind: ReviewKind,
        arrived: z.int(),
        decided: z.int(),
        withdrawn: z.int().describe('Number of entries withdrawn by their authors.'),
        open: z.int().describe('Number of open entries at the end of the day; for today, now.'),
        oldestS: Seconds.describe('The age of the oldest of them.'),
        medianWaitS: Seconds.describe('The median response time of the day’s decisions.'),
      }),
    )
    .describe('Every day and kind, oldest first.'),
})

const Decisions = z.object({
  date: Day,
  approved: z.int(),
  approvedWithEdits: z.int(),
  changesRequested: z.int(),
  rejected: z.int(),
  duplicate: z.int(),
  escalated: z.int(),
})

const Incidents = z.object({
  published: z.int().describe('Number of incidents published in the period, without withdrawn and merged ones.'),
  retracted: z
    .int()
    .describe('Number of other incidents published in the period that were withdrawn or refuted since.'),
  corroboration: z
    .object({
      unverified: z.int(),
      corroborated: z.int(),
      verified: z.int(),
      disputed: z.int(),
    })
    .describe('Their current confidence.'),
  corroboratedShare: Share.nullable().describe(
    'The share that is corroborated or verified; null if there are no incidents.',
  ),
  byReports: z
    .array(z.object({ least: z.int(), most: z.int().nullable(), incidents: z.int() }))
    .describe('Number of incidents by number of reports: 1, 2, 3, 4, 5 to 9, 10 or more.'),
})

const Totals = z.object({
  from: Day,
  to: Day,
  reports: z.int(),
  incidents: z.int().describe('Number of published incidents, without withdrawn and merged ones.'),
  corroborated: z.int().describe('Number of these that are currently corroborated or verified.'),
  decided: z.int(),
  onTime: z.int().describe('Number of decisions made on time.'),
  medianWaitS: Seconds,
  entries: z.int().describe('Number of collection entries approved in the period.'),
})

const ResponseTime = z.object({
  targetS: z.int().describe('The target in seconds: 4 hours for safety, 24 hours for others.'),
  decided: z.int(),
  onTime: z.int(),
  medianS: Seconds,
  p90S: Seconds.describe('The 90th percentile of the response time.'),
  overdue: z.int().describe('Number of open entries that are overdue.'),
})

const CorridorRate = z.object({
  id: z.uuid(),
  name: z.string(),
  lengthM: z.int(),
  incidents: z.int(),
  tooFew: z.boolean().describe('True if there are fewer than five reporters; then there is no rate.'),
  rate: z.number().nullable().describe('Number of incidents per 10 km and 30 days.'),
  low: z.number().nullable().describe('The 95 % confidence interval of the rate.'),
  high: z.number().nullable(),
})

const Cells = z.array(z.object({ centre: Point, incidents: z.int() }))

export const Dashboard = z
  .object({
    from: Day,
    to: Day,
    asOf: Instant,
    totals: Totals,
    before: Totals.describe('The same figures for the preceding period of equal length.'),
    response: z.array(ResponseTime).describe('One item per target, shortest first.'),
    corridors: z
      .array(CorridorRate)
      .describe('Main roads by their serious incidents, sorted by the lower bound of the interval.'),
    surveyors: z
      .array(
        z.object({
          surveyor: PersonRef,
          hours: z.number(),
          entries: EntryCounts,
          decided: z.int().describe('Number of their entries decided in the period.'),
        }),
      )
      .describe('The output of each surveyor, at most 50.'),
    queue: Queue,
    decisions: z.array(Decisions).describe('Every day, oldest first.'),
    incidents: Incidents,
    categories: z
      .array(z.object({ week: Day, category: Category, reports: z.int(), incidents: z.int() }))
      .describe(
        'Reports received in each week (by its first day in the city), oldest first, without empty weeks. The first and last week contain only days within the period.',
      ),
    heat: z.object({
      cellDeg: z.number().describe('The side of a cell in degrees, about a kilometre.'),
      cells: Cells.describe('Grid cells with published incidents, busiest first, at most 1,000. Never an exact place.'),
      weeks: z.array(z.object({ week: Day, cells: Cells })).describe('The same for each week, by its first day.'),
    }),
    fieldWork: z
      .array(
        z.object({
          date: Day,
          surveyors: z.int().describe('Number of surveyors who recorded something or had a session.'),
          entries: EntryCounts,
          hours: z.number().describe('Hours in sessions, to two decimals.'),
        }),
      )
      .describe('Every day, oldest first; entries count on the day on which they were recorded.'),
  })
  .meta({ id: 'Dashboard', description: 'Figures over a period, by days of the city.' })

export const getDashboard = operation({
  name: 'getDashboard',
  method: 'get',
  path: '/api/v1/admin/dashboard',
  ...forAdmins,
  summary: 'Get the dashboard',
  description:
    'Returns figures over a period: queue and response times, decisions, corroboration, categories by week, incidents by grid cells of a kilometre, and field work; the main figures also for the preceding period. No figure identifies a rider, a vehicle or an exact place.',
  query: z.object({
    from: RequestDay.optional().describe('First day; defaults to 27 days before `to`.'),
    to: RequestDay.optional().describe(
      `Last day, at most ${MAX_DASHBOARD_DAYS} days after \`from\`; defaults to today.`,
    ),
  }),
  reply: Dashboard,
  cache: { maxAgeS: 60 },
  examples: {
    query: { from: '2026-11-20', to: '2026-11-20' },
    reply: {
      from: '2026-11-20',
      to: '2026-11-20',
      asOf: '2026-11-20T07:00:00Z',
      totals: {
        from: '2026-11-20',
        to: '2026-11-20',
        reports: 61,
        incidents: 40,
        corroborated: 17,
        decided: 8,
        onTime: 7,
        medianWaitS: 1500,
        entries: 9,
      },
      before: {
        from: '2026-11-19',
        to: '2026-11-19',
        reports: 48,
        incidents: 33,
        corroborated: 12,
        decided: 9,
        onTime: 9,
        medianWaitS: 1800,
        entries: 6,
      },
      response: [{ targetS: 14400, decided: 8, onTime: 7, medianS: 1500, p90S: 9000, overdue: 0 }],
      corridors: [
        {
          id: 'f982d597-f54d-5991-a6d9-c1a502a115fc',
          name: EXAMPLE.road,
          lengthM: 39372,
          incidents: 12,
          tooFew: false,
          rate: 91.44,
          low: 47.19,
          high: 159.74,
        },
      ],
      surveyors: [
        {
          surveyor: { id: '0a000000-0000-4000-8000-000000000003', email: 'chebet@salama.test', displayName: null },
          hours: 9.5,
          entries: { inReview: 2, held: 0, approved: 9, changesRequested: 1, rejected: 0 },
          decided: 10,
        },
      ],
      queue: {
        now: [{ kind: 'report', open: 2, overdue: 0, oldestAt: '2026-11-20T06:12:00Z' }],
        days: [
          {
            date: '2026-11-20',
            kind: 'report',
            arrived: 9,
            decided: 8,
            withdrawn: 0,
            open: 2,
            oldestS: 2880,
            medianWaitS: 1500,
          },
        ],
      },
      decisions: [
        {
          date: '2026-11-20',
          approved: 5,
          approvedWithEdits: 1,
          changesRequested: 0,
          rejected: 2,
          duplicate: 0,
          escalated: 1,
        },
      ],
      incidents: {
        published: 40,
        retracted: 1,
        corroboration: { unverified: 22, corroborated: 14, verified: 3, disputed: 1 },
        corroboratedShare: 0.425,
        byReports: [
          { least: 1, most: 1, incidents: 22 },
          { least: 2, most: 2, incidents: 12 },
          { least: 3, most: 3, incidents: 4 },
          { least: 4, most: 4, incidents: 1 },
          { least: 5, most: 9, incidents: 1 },
          { least: 10, most: null, incidents: 0 },
        ],
      },
      categories: [{ week: '2026-11-16', category: 'crash', reports: 11, incidents: 4 }],
      heat: {
        cellDeg: 0.01,
        cells: [{ centre: { ...EXAMPLE.place }, incidents: 7 }],
        weeks: [{ week: '2026-11-16', cells: [{ centre: { ...EXAMPLE.place }, incidents: 7 }] }],
      },
      fieldWork: [
        {
          date: '2026-11-20',
          surveyors: 2,
          entries: { inReview: 2, held: 0, approved: 9, changesRequested: 1, rejected: 0 },
          hours: 9.5,
        },
      ],
    },
  },
})
