import { z } from 'zod'
import { PersonRef } from '../accounts/contract.ts'
import { Category } from '../incidents/contract.ts'
import { ReviewKind } from '../review-entries/contract.ts'
import { operation } from '../shared/operation.ts'
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
        oldestAt: Instant.nullable().meta({
          description: 'When the oldest open entry was received; the full hour where it is sensitive.',
        }),
      }),
    )
    .meta({ description: 'Open items now, of every kind.' }),
  days: z
    .array(
      z.object({
        date: Day,
        kind: ReviewKind,
        arrived: z.int(),
        decided: z.int(),
        withdrawn: z.int().meta({ description: 'Entries that their authors took back.' }),
        open: z.int().meta({ description: 'Entries that waited at the end of the day, today at this moment.' }),
        oldestS: Seconds.meta({ description: 'How long the oldest of them had waited by then.' }),
        medianWaitS: Seconds.meta({ description: 'Half of the day’s decisions came faster than this.' }),
      }),
    )
    .meta({ description: 'Every day and kind, oldest first.' }),
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
  published: z
    .int()
    .meta({ description: 'Incidents that became public in the period and were not withdrawn or merged.' }),
  retracted: z.int().meta({ description: 'Others that became public then and were withdrawn or refuted since.' }),
  corroboration: z
    .object({
      unverified: z.int(),
      corroborated: z.int(),
      verified: z.int(),
      disputed: z.int(),
    })
    .meta({ description: 'How sure we are of them now.' }),
  corroboratedShare: Share.nullable().meta({
    description: 'The share that is corroborated or verified; null where there is no incident.',
  }),
  byReports: z
    .array(z.object({ least: z.int(), most: z.int().nullable(), incidents: z.int() }))
    .meta({ description: 'How many incidents have so many reports: 1, 2, 3, 4, 5 to 9, 10 or more.' }),
})

const Totals = z.object({
  from: Day,
  to: Day,
  reports: z.int(),
  incidents: z.int().meta({ description: 'Incidents that became public and were not withdrawn or merged.' }),
  corroborated: z.int().meta({ description: 'Those of them that are corroborated or verified now.' }),
  decided: z.int(),
  onTime: z.int().meta({ description: 'Decisions that were made before they were due.' }),
  medianWaitS: Seconds,
  entries: z.int().meta({ description: 'Approved entries of field work.' }),
})

const ResponseTime = z.object({
  targetS: z.int().meta({ description: 'In how many seconds such an entry is due: safety 4 hours, others 24.' }),
  decided: z.int(),
  onTime: z.int(),
  medianS: Seconds,
  p90S: Seconds.meta({ description: 'Nine of ten decisions came faster than this.' }),
  overdue: z.int().meta({ description: 'Entries that wait now and were due before.' }),
})

const CorridorRate = z.object({
  id: z.uuid(),
  name: z.string(),
  lengthM: z.int(),
  incidents: z.int(),
  tooFew: z.boolean().meta({ description: 'Fewer than five reporters: there is no rate.' }),
  rate: z.number().nullable().meta({ description: 'Incidents per 10 km and 30 days.' }),
  low: z.number().nullable().meta({ description: 'The interval in which the true rate lies with 95 %.' }),
  high: z.number().nullable(),
})

const Cells = z.array(z.object({ centre: Point, incidents: z.int() }))

export const Dashboard = z
  .object({
    from: Day,
    to: Day,
    asOf: Instant,
    totals: Totals,
    before: Totals.meta({ description: 'The same of as many days before.' }),
    response: z.array(ResponseTime).meta({ description: 'One for each target, the shortest first.' }),
    corridors: z.array(CorridorRate).meta({
      description: 'Main roads by their serious incidents, in the order of the lower end of the interval.',
    }),
    surveyors: z
      .array(z.object({ surveyor: PersonRef, hours: z.number(), entries: EntryCounts }))
      .meta({ description: 'What each recorded, at most 50.' }),
    queue: Queue,
    decisions: z.array(Decisions).meta({ description: 'Every day, oldest first.' }),
    incidents: Incidents,
    categories: z.array(z.object({ week: Day, category: Category, reports: z.int(), incidents: z.int() })).meta({
      description:
        'What arrived in each week (by its Monday), oldest first, where anything did. The weeks at both ends hold only their days within the period.',
    }),
    heat: z.object({
      cellDeg: z.number().meta({ description: 'The side of a cell in degrees, about a kilometre.' }),
      cells: Cells.meta({
        description: 'Cells in which incidents became public, busiest first, at most 1,000. Never an exact place.',
      }),
      weeks: z
        .array(z.object({ week: Day, cells: Cells }))
        .meta({ description: 'The same for each week, by its Monday.' }),
    }),
    fieldWork: z
      .array(
        z.object({
          date: Day,
          surveyors: z.int().meta({ description: 'How many people recorded something or were in a session.' }),
          entries: EntryCounts,
          hours: z.number().meta({ description: 'In sessions, to the hundredth.' }),
        }),
      )
      .meta({ description: 'Every day, oldest first; entries on the day on which they were captured.' }),
  })
  .meta({ id: 'Dashboard', description: 'Figures over a period, by days of Nairobi.' })

export const getDashboard = operation({
  name: 'getDashboard',
  method: 'get',
  path: '/api/v1/admin/dashboard',
  rpc: 'get_dashboard',
  tag: 'Admin',
  summary: 'The service in figures',
  description:
    'The queue and its age, decisions, corroboration, categories by week, where incidents are by cells of a kilometre, and field work, over a period. The main figures also of the period before. No figure names a rider, a vehicle or an exact place.',
  access: { role: 'admin' },
  query: z.object({
    from: RequestDay.optional().meta({ description: 'First day; left out: 27 days before `to`.' }),
    to: RequestDay.optional().meta({
      description: `Last day, at most ${MAX_DASHBOARD_DAYS} days after \`from\`; left out: today.`,
    }),
  }),
  reply: Dashboard,
  errors: [],
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
          name: 'Thika Road',
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
        cells: [{ centre: { lat: -1.285, lng: 36.825 }, incidents: 7 }],
        weeks: [{ week: '2026-11-16', cells: [{ centre: { lat: -1.285, lng: 36.825 }, incidents: 7 }] }],
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
