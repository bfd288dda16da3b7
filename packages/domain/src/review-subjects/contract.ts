import { z } from 'zod'
import { CollectionEntry } from '../collection-entries/contract.ts'
import { Feedback } from '../feedback/contract.ts'
import { AnyCorroboration, AnyLifecycle, Category } from '../incidents/contract.ts'
import { PhotoState } from '../photos/contract.ts'
import { Injury, Visibility } from '../reports/contract.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { Instant, Location, orNull, Point, RouteRef, SaccoRef, VehicleRef, Version } from '../shared/shapes.ts'
import { Vehicle } from '../vehicles/contract.ts'

// Subjects as reviewers see them. Every kind has `kind`, `siblings` (what it should be read beside) and `author` (what
// its author sent before, as counts); none ever identifies the author.

const count = z.int().min(0)

export const ReviewAuthor = z
  .object({
    account: z.boolean().describe('True if the author has an account; false for a device or a deleted account.'),
    newAccount: z.boolean(),
    sent: count.describe('Other submissions of this kind.'),
    accepted: count,
    rejected: count,
    waiting: count,
    duplicate: count.optional(),
    withdrawn: count.optional(),
    returned: count.optional(),
    vehicles: count.optional().describe('For ratings: number of vehicles.'),
  })
  .meta({ id: 'ReviewAuthor', description: 'Counts of the author’s other submissions, without the author’s identity.' })

/** A report as reviewers see it in any view. */
export const ReportView = z.object({
  id: z.uuid(),
  category: Category,
  state: z.enum([
    'received',
    'accepted',
    'linked',
    'in_review',
    'held',
    'needs_info',
    'rejected',
    'duplicate',
    'withdrawn',
    'purged',
  ]),
  occurredAt: Instant.describe('Rounded to the full hour if the report is sensitive, like all its times.'),
  timeUncertain: z.boolean().describe('The time is a guess, because the clock of the phone was wrong.'),
  receivedAt: Instant,
  place: Point.extend({ accuracyM: z.number() }),
  placeName: z.string().nullable(),
  injury: orNull(Injury),
  vehicle: orNull(VehicleRef),
  note: z.string().nullable(),
  noteFlags: z.array(z.string()).describe('Personal data found in the note: `phone`, `email`, `id_number`.'),
  additions: z.array(
    z.object({
      at: Instant,
      words: z.string().nullable(),
      vehicle: orNull(VehicleRef),
      flags: z.array(z.string()).describe('Personal data found in the text, as for the note.'),
    }),
  ),
  photos: z.array(z.object({ id: z.uuid(), state: PhotoState, width: z.int(), height: z.int(), addedAt: Instant })),
  version: Version,
})

export const ReportBeside = ReportView.extend({
  beside: z
    .enum(['incident', 'similar', 'near'])
    .describe('From the same incident, possibly from the same burst, or of the same category within a day and 2 km.'),
}).meta({ id: 'ReportBeside' })

export const IncidentBeside = z
  .object({
    id: z.uuid(),
    category: Category,
    visibility: z.enum(['public', 'coarse']),
    lifecycle: AnyLifecycle,
    corroboration: AnyCorroboration,
    reports: count.describe('Number of reports that count.'),
    place: Point,
    placeName: z.string().nullable(),
    vehicle: orNull(VehicleRef),
    firstSeenAt: Instant,
    lastSeenAt: Instant,
    distanceM: z.int(),
  })
  .meta({ id: 'IncidentBeside', description: 'An incident as reviewers see it, with its distance from the subject.' })

const votes = z.object({
  all: count,
  independent: count.describe('Number of votes that are likely independent of each other.'),
})

/** What reviewers see of the incident under review, beyond what they see of any. */
export const incidentMembers = {
  expiresAt: Instant,
  votes: z.object({ confirm: votes, deny: votes, over: votes }),
  version: Version,
}

const nearby = z
  .array(
    IncidentBeside.extend({
      says: z.array(z.string()).describe('The first words of up to three of its reports.'),
    }).meta({ id: 'SimilarIncident' }),
  )
  .describe('Possibly identical incidents: within a day and 3 km, same category first.')

export const ReviewedReport = ReportView.extend({
  kind: z.literal('report'),
  visibility: Visibility,
  said: orNull(
    z.object({
      category: Category.optional(),
      injury: orNull(Injury).optional(),
      place: Point.extend({ accuracyM: z.number(), stopId: z.uuid().nullable() }).optional(),
      vehicle: orNull(VehicleRef).optional(),
      visibility: Visibility.optional(),
      occurredAt: Instant.optional(),
      note: z.string().nullable().optional(),
    }),
  ).describe('The original values of facts that a reviewer corrected.'),
  asked: z.string().nullable(),
  answer: z.string().nullable(),
  location: Location,
  incident: orNull(IncidentBeside),
  nearby,
  siblings: z.array(ReportBeside),
  author: ReviewAuthor,
}).meta({ id: 'ReviewedReport' })

const FeedbackView = Feedback.extend({
  state: z.enum(['received', 'counted', 'held', 'rejected']),
  commentFlags: z.array(z.string()),
  newAccount: z.boolean().describe('Whether the account was new at the time.'),
})

export const ReviewedFeedback = FeedbackView.extend({
  kind: z.literal('feedback'),
  siblings: z.array(FeedbackView).describe('Similar ratings of the same vehicle.'),
  author: ReviewAuthor,
}).meta({ id: 'ReviewedFeedback' })

const Pictures = z
  .array(z.object({ id: z.uuid(), width: z.int(), height: z.int(), addedAt: Instant }))
  .describe('Its photos; request each one separately.')

export const ReviewedCollectionEntry = CollectionEntry.extend({
  kind: z.literal('collection_entry'),
  noteFlags: z.array(z.string()),
  plateUnusual: z.boolean().describe('The plate does not have a usual format.'),
  pictures: Pictures,
  known: orNull(Vehicle).describe('The known vehicle with that plate.'),
  stickerOf: orNull(Vehicle).describe('The vehicle whose sticker it is.'),
  saccoTold: orNull(SaccoRef),
  routesTold: z.array(RouteRef),
  assignment: orNull(z.object({ id: z.uuid(), kind: z.string(), title: z.string() })),
  before: orNull(
    z.object({
      reason: z.string().nullable(),
      note: z.string().nullable(),
      facts: z.array(z.string()),
      vehicle: CollectionEntry.shape.vehicle,
      id: z.uuid(),
      entryNote: z.string().nullable().describe('The surveyor’s note.'),
      pictures: Pictures,
      returned: z.boolean().describe('True if a reviewer returned it; false if the surveyor corrected it unasked.'),
    }),
  ).describe('The entry that this one corrects.'),
  siblings: z
    .array(z.object({ id: z.uuid(), state: CollectionEntry.shape.state, capturedAt: Instant }))
    .describe('Other entries for the same plate, newest first.'),
  trace: z
    .array(Point.extend({ id: z.uuid(), capturedAt: Instant }))
    .describe(
      'The points of the vehicles of its shift in order of time, as long as it is undecided: of its slot, and of others that are undecided.',
    ),
  author: ReviewAuthor,
}).meta({ id: 'ReviewedCollectionEntry' })

export const ReviewedDispute = IncidentBeside.extend({
  ...incidentMembers,
  kind: z.literal('dispute'),
  siblings: z.array(ReportBeside).describe('The reports of the incident.'),
  nearby,
  author: z.null(),
}).meta({ id: 'ReviewedDispute' })

export const ReviewSubject = z
  .discriminatedUnion('kind', [ReviewedReport, ReviewedFeedback, ReviewedCollectionEntry, ReviewedDispute])
  .meta({ id: 'ReviewSubject', description: 'The subject of an entry; its shape depends on the kind.' })

export type ReportBeside = z.infer<typeof ReportBeside>
export type IncidentBeside = z.infer<typeof IncidentBeside>
export type ReviewAuthor = z.infer<typeof ReviewAuthor>
export type ReviewSubject = z.infer<typeof ReviewSubject>
export type ReviewedReport = z.infer<typeof ReviewedReport>
export type ReviewedFeedback = z.infer<typeof ReviewedFeedback>
export type ReviewedCollectionEntry = z.infer<typeof ReviewedCollectionEntry>
export type ReviewedDispute = z.infer<typeof ReviewedDispute>

export const exampleReport = {
  id: '8d3e5c0e-5a2b-4f0e-8b3a-7b9e1f0a6c21',
  category: 'robbery',
  state: 'in_review',
  occurredAt: '2026-11-20T06:00:00Z',
  timeUncertain: false,
  receivedAt: '2026-11-20T06:00:00Z',
  place: { ...EXAMPLE.place, accuracyM: 20 },
  placeName: EXAMPLE.stop,
  injury: null,
  vehicle: null,
  note: 'Two men at the stop.',
  noteFlags: [],
  additions: [],
  photos: [],
  version: 2,
} as const satisfies z.infer<typeof ReportView>
export const exampleSubject = {
  ...exampleReport,
  kind: 'report',
  visibility: 'coarse',
  said: null,
  asked: null,
  answer: null,
  location: { inServiceArea: true, serviceArea: EXAMPLE.city, corridor: null, distanceM: null },
  incident: null,
  nearby: [],
  siblings: [],
  author: {
    account: true,
    newAccount: false,
    sent: 4,
    accepted: 3,
    rejected: 0,
    waiting: 1,
    duplicate: 0,
    withdrawn: 0,
  },
} as const satisfies ReviewSubject
