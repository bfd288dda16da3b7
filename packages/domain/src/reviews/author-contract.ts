import { z } from 'zod'
import { Category } from '../incidents/contract.ts'
import { AuthorStanding, exampleEntry, ReviewKind } from '../review-entries/contract.ts'
import { AUTHOR_MEASURES } from '../shared/choices.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { forReviewers, operation } from '../shared/operation.ts'
import { byId, Instant, orNull, Reason } from '../shared/shapes.ts'

const Kind = ReviewKind.exclude(['dispute'])
const params = byId('submission').extend({ kind: Kind.describe('The kind of submission.') })
const exampleParams = { kind: 'report', id: exampleEntry.subjectId } as const

export const restrictAuthor = operation({
  ...forReviewers,
  name: 'restrictAuthor',
  method: 'post',
  path: '/api/v1/admin/submissions/{kind}/{id}/author/restrict',
  summary: 'Restrict an author',
  description:
    'Restricts the author of a report, rating or collection entry without naming them, or lifts that. `hold`: what they report and rate waits for a reviewer, and none of their collection entries is decided in bulk. `limit`: two reports and two ratings a day, or 30 collection entries. Both end after 90 days. `suspend`: as “Suspend an account”; a device without an account cannot be suspended. Repeating the request changes nothing.',
  params,
  body: z
    .strictObject({
      measure: z.enum(AUTHOR_MEASURES).describe('What is decided about the author.'),
      on: z.boolean().describe('False lifts it.'),
      reason: Reason.describe('The reason, stored in the audit log.'),
    })
    .meta({ id: 'RestrictAuthorBody' }),
  reply: AuthorStanding.extend({ id: z.uuid().describe('The submission.') }).meta({
    id: 'AuthorRestricted',
    description: 'What admins decided about the author of a submission, without the author’s identity.',
  }),
  errors: ['not_found', 'own_submission', 'own_roles', 'invalid_transition'],
  examples: {
    params: exampleParams,
    body: { measure: 'hold', on: true, reason: 'Three invented robberies in a week.' },
    reply: { id: exampleEntry.subjectId, account: true, measures: ['hold'] },
  },
})

export const AuthorOpened = z
  .object({
    id: z.uuid().describe('The submission.'),
    happenedAt: Instant.describe('Exact, also where the case of the vehicle rounds it.'),
    receivedAt: Instant.describe('Exact, too.'),
    others: z
      .array(
        z.object({
          kind: Kind,
          id: z.uuid(),
          at: Instant,
          state: z.string().describe('The state of a submission of this kind.'),
          category: orNull(Category),
          plate: z.string().nullable(),
          reviewId: z.uuid().nullable(),
        }),
      )
      .describe('What else the author sent, about any vehicle, newest first, at most 50.'),
  })
  .meta({ id: 'AuthorOpened', description: 'What a case leaves out of one submission. Never who sent it.' })

export type AuthorOpened = z.infer<typeof AuthorOpened>

export const openAuthor = operation({
  ...forReviewers,
  name: 'openAuthor',
  method: 'post',
  path: '/api/v1/admin/submissions/{kind}/{id}/author',
  summary: 'See more of an author',
  description:
    'Returns the exact times of a submission and what else its author sent, never who they are. The reason is stored in the audit log.',
  params,
  body: z
    .strictObject({ reason: Reason.describe('The reason, stored in the audit log.') })
    .meta({ id: 'OpenAuthorBody' }),
  reply: AuthorOpened,
  errors: ['not_found'],
  examples: {
    params: exampleParams,
    body: { reason: 'Checking whether the reports belong together.' },
    reply: {
      id: exampleEntry.subjectId,
      happenedAt: '2026-11-20T06:12:00Z',
      receivedAt: '2026-11-20T06:14:00Z',
      others: [
        {
          kind: 'report',
          id: '5b0f2a44-0d3c-4a51-9a39-0e6f4b8f2c12',
          at: '2026-11-19T15:00:00Z',
          state: 'rejected',
          category: 'robbery',
          plate: EXAMPLE.plate,
          reviewId: null,
        },
      ],
    },
  },
})
