import { z } from 'zod'
import { PersonRef } from '../accounts/contract.ts'
import { QualityFlag } from '../collection-entries/contract.ts'
import { Category } from '../incidents/contract.ts'
import { exampleSubject, ReviewSubject } from '../review-subjects/contract.ts'
import { AUTHOR_MEASURES, CLOSED_STATES, OPEN_STATES, REVIEW_DECISIONS, REVIEW_KINDS } from '../shared/choices.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { Instant, Labels, orNull, Version } from '../shared/shapes.ts'

export const ReviewKind = z
  .enum(REVIEW_KINDS)
  .meta({ id: 'ReviewKind', description: 'The kind of subject. The subject of a dispute is an incident.' })

export const ReviewState = z.enum([...OPEN_STATES, ...CLOSED_STATES]).meta({
  id: 'ReviewState',
  description: '`claimed` lasts 15 minutes. `withdrawn`: the author withdrew the subject.',
})

export const ReviewDecision = z.enum(REVIEW_DECISIONS).meta({
  id: 'ReviewDecision',
  description: '`escalated` is not final: the entry stays open for another admin.',
})

/** What makes an entry odd. Somebody has to open such an entry: it is never part of a bulk decision. */
export const ReviewOddity = z
  .enum([
    'unusual_plate',
    'other_sacco',
    'other_sticker',
    'seats_differ',
    'repeated_plate',
    'contested',
    'incomplete',
    'personal_data',
    'escalated',
    'author_held',
    ...QualityFlag.exclude(['plate_unusual', 'seats_differ']).options,
  ])
  .meta({
    id: 'ReviewOddity',
    description:
      '`unusual_plate`: not a usual plate format. `other_sacco`, `other_sticker`, `seats_differ`: the register differs. `repeated_plate`: another undecided entry has the same plate. `contested`: another surveyor has claimed the slot since. `incomplete`: something that its assignment asks for has no answer. `personal_data`: may contain personal data. `escalated`: escalated by a colleague. `author_held`: an admin holds what its author sends. The others are the quality flags of a collection entry.',
  })

/** The summary of an entry in a list. No exact place. */
const ReviewAbout = z
  .object({
    category: orNull(Category),
    placeName: z.string().nullable(),
    corridor: z.string().nullable(),
    plate: z.string().nullable(),
    sacco: z.string().nullable(),
    stars: z.int().nullable(),
    photoIds: z.array(z.uuid()),
    excerpt: z.string().nullable().describe('The first words of the author’s text.'),
    distanceM: z
      .int()
      .nullable()
      .describe('For a report: distance to the nearest incident of its kind, within a day and 3 km.'),
    oddities: z.array(ReviewOddity),
    happenedAt: Instant,
    capacity: z.int().nullable().describe('Of a collection entry: the recorded seats.'),
    known: orNull(
      z.object({ capacity: z.int().nullable(), sacco: z.string().nullable() }).meta({ id: 'ReviewKnown' }),
    ).describe('Of a collection entry: what the register has; null for a new vehicle.'),
    record: orNull(z.object({ accepted: z.int(), decided: z.int() }).meta({ id: 'AuthorRecord' })).describe(
      'How the author’s last 100 submissions were decided; null without an account.',
    ),
  })
  .meta({ id: 'ReviewAbout' })

export const ReviewBatch = z
  .object({
    id: z.uuid(),
    kind: ReviewKind,
    decision: ReviewDecision,
    size: z.int().describe('How many entries it decided.'),
    standing: z.int().describe('How many of these decisions stand.'),
    undoUntil: Instant.nullable().describe('Until when all of it can be undone at once; null once that is over.'),
  })
  .meta({ id: 'ReviewBatch', description: 'A bulk decision.' })

export const ReviewEntry = z
  .object({
    id: z.uuid(),
    kind: ReviewKind,
    subjectId: z.uuid(),
    about: orNull(ReviewAbout),
    reason: z.string().describe('The reason for the review, as a code.'),
    detail: z.record(z.string(), z.unknown()).describe('Details, depending on the reason.'),
    state: ReviewState,
    version: Version.describe('Send it with the decision. A claim does not change it.'),
    own: z.boolean().describe('True if you submitted the subject, so that someone else has to decide.'),
    claimedBy: orNull(PersonRef),
    claimedByYou: z.boolean(),
    claimedUntil: Instant.nullable(),
    assignedTo: orNull(PersonRef).describe('The assigned colleague. Only a claim blocks others.'),
    assignedToYou: z.boolean(),
    viewers: z.array(PersonRef).describe('Colleagues who currently have it open.'),
    escalatedBy: orNull(PersonRef),
    escalatedByYou: z.boolean(),
    createdAt: Instant.describe('When it entered the queue; rounded to the full hour if the subject is sensitive.'),
    dueAt: Instant,
    decidedAt: Instant.nullable(),
    decidedBy: orNull(PersonRef),
    undoUntil: Instant.nullable().describe(
      'Until when the last decision can be undone, 24 hours after it; null if it cannot be, or not by you.',
    ),
    batch: orNull(ReviewBatch).describe('The bulk decision that it was part of.'),
    reasonCode: z.string().nullable(),
    note: z.string().nullable(),
    edits: z.record(z.string(), z.unknown()).nullable(),
    duplicateOf: z.uuid().nullable(),
  })
  .meta({ id: 'ReviewEntry', description: 'An item in the review queue, without its author’s identity.' })

const ReviewEvent = z
  .object({
    at: Instant,
    from: orNull(ReviewState),
    to: ReviewState,
    actor: orNull(PersonRef),
    reasonCode: z.string().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'ReviewEvent' })

export const ReviewReason = z
  .object({
    code: z.string(),
    decisions: z.array(ReviewDecision).describe('The decisions that accept this reason.'),
    label: Labels,
  })
  .meta({ id: 'ReviewReason' })

const SubjectEvent = z
  .object({ at: Instant, to: z.string(), reason: z.string().nullable() })
  .meta({ id: 'SubjectEvent' })

const EarlierReview = z
  .object({
    id: z.uuid(),
    state: ReviewState,
    reasonCode: z.string().nullable(),
    note: z.string().nullable(),
    decidedAt: Instant,
    decidedBy: orNull(PersonRef),
  })
  .meta({ id: 'EarlierReview' })

const Asked = z.object({ by: orNull(PersonRef), at: Instant, reason: z.string() })

/** How a decision that is too old to be undone by one admin is reversed by two. */
const ReviewReversal = z
  .object({
    cannot: z.string().nullable().describe('Why you cannot ask for it or agree to it, as a code; null if you can.'),
    asked: orNull(Asked.extend({ byYou: z.boolean(), until: Instant }).meta({ id: 'ReversalRequest' })).describe(
      'The request that waits for the agreement of another admin.',
    ),
    earlier: z.array(Asked.meta({ id: 'AskedReversal' })).describe('All requests, oldest first.'),
  })
  .meta({ id: 'ReviewReversal' })

export const AuthorStanding = z
  .object({
    account: z.boolean().describe('False for a device without an account, which cannot be suspended.'),
    measures: z.array(z.enum(AUTHOR_MEASURES)).describe('What holds against the author.'),
  })
  .meta({ id: 'AuthorStanding', description: 'What admins decided about an author, without the author’s identity.' })

export type AuthorStanding = z.infer<typeof AuthorStanding>

export const ReviewEntryDetail = ReviewEntry.extend({
  subject: ReviewSubject,
  author: orNull(AuthorStanding).describe('Null for a dispute, and once the author was erased.'),
  canReopen: z.boolean().describe('Whether you can reopen it.'),
  reversal: ReviewReversal,
  events: z.array(SubjectEvent).describe('History of the subject, oldest first.'),
  earlier: z.array(EarlierReview).describe('Earlier decisions on the subject, oldest first.'),
  history: z.array(ReviewEvent).describe('Oldest first.'),
  reasons: z.array(ReviewReason),
}).meta({ id: 'ReviewEntryDetail' })

export type ReviewBatch = z.infer<typeof ReviewBatch>
export type ReviewEntry = z.infer<typeof ReviewEntry>
export type ReviewEntryDetail = z.infer<typeof ReviewEntryDetail>
export type ReviewOddity = z.infer<typeof ReviewOddity>
export type ReviewKind = z.infer<typeof ReviewKind>
export type ReviewState = z.infer<typeof ReviewState>
export type ReviewDecision = z.infer<typeof ReviewDecision>
export type ReviewReason = z.infer<typeof ReviewReason>

export const exampleEntry = {
  id: '5b0f2a44-0d3c-4a51-9a39-0e6f4b8f2c10',
  kind: 'report',
  subjectId: exampleSubject.id,
  about: {
    category: 'robbery',
    placeName: EXAMPLE.stop,
    corridor: null,
    plate: null,
    sacco: null,
    stars: null,
    photoIds: [],
    excerpt: 'Two men at the stop.',
    distanceM: 240,
    oddities: [],
    happenedAt: exampleSubject.occurredAt,
    capacity: null,
    known: null,
    record: { accepted: 5, decided: 6 },
  },
  reason: 'category',
  detail: {},
  state: 'pending',
  version: 1,
  own: false,
  claimedBy: null,
  claimedByYou: false,
  claimedUntil: null,
  assignedTo: null,
  assignedToYou: false,
  viewers: [],
  escalatedBy: null,
  escalatedByYou: false,
  createdAt: '2026-11-20T06:00:00Z',
  dueAt: '2026-11-20T10:00:00Z',
  decidedAt: null,
  decidedBy: null,
  undoUntil: null,
  batch: null,
  reasonCode: null,
  note: null,
  edits: null,
  duplicateOf: null,
}
