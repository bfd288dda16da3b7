import { z } from 'zod'
import { MAX_PHOTO_BYTES, PhotoState } from '../photos/contract.ts'
import { OwnReport, Words } from '../reports/contract.ts'
import { operation } from '../shared/operation.ts'
import { readReceiptCode } from '../shared/receipt-code.ts'
import { NamedVehicle, Text } from '../shared/shapes.ts'

const ReceiptCode = Text.min(1).max(80).transform(readReceiptCode).meta({
  description: 'As it was shown when the report was made; small letters, spaces and dashes do not matter.',
})

export const Receipt = OwnReport.pick({
  state: true,
  shown: true,
  receivedAt: true,
  asked: true,
  answerBy: true,
  incidentId: true,
})
  .extend({
    additions: z.int().meta({ description: 'How often something was added.' }),
    photos: z.array(PhotoState),
    isMailed: z.boolean().meta({ description: 'Whether somebody hears by mail what becomes of it.' }),
  })
  .meta({
    id: 'Receipt',
    description: 'What became of a report, for whoever has its code. Never where it was, what it said or who sent it.',
  })
export type Receipt = z.infer<typeof Receipt>

const exampleCode = '2M7R5QXK0C9D3F8GHJNPTVWYZA'
const exampleReceipt = {
  state: 'needs_info',
  shown: 'review',
  receivedAt: '2026-11-20T06:52:04Z',
  asked: 'On which side of the road?',
  answerBy: '2026-12-04T08:00:00Z',
  incidentId: null,
  additions: 0,
  photos: [],
  isMailed: false,
} as const

const common = {
  method: 'post',
  tag: 'Reports',
  access: 'public',
  isAnonymous: true,
  reply: Receipt,
  location: null,
  cache: 'no-store',
} as const

export const getReceipt = operation({
  ...common,
  name: 'getReceipt',
  path: '/api/receipt/look',
  rpc: 'get_receipt',
  summary: 'What became of a report',
  description:
    'Whoever has the code is answered, signed in or not; a code that is wrong, was mistyped, or belongs to a report that was erased after its time is 404 `not_found` and nothing more. The code travels in the body, so that it stands in no address and no log.',
  body: z.strictObject({ code: ReceiptCode }),
  errors: ['not_found', 'rate_limited'],
  examples: { body: { code: exampleCode }, reply: exampleReceipt },
})

export const answerReceipt = operation({
  ...common,
  name: 'answerReceipt',
  path: '/api/receipt/answer',
  rpc: 'answer_receipt',
  summary: 'Answer what a reviewer asked',
  description:
    'The report goes back to the reviewers with the answer. The same answer sent again changes nothing. 409 `invalid_transition` when nothing is asked, or not any more.',
  body: z.strictObject({ code: ReceiptCode, answer: Words }),
  errors: ['not_found', 'invalid_transition', 'rate_limited'],
  examples: {
    body: { code: exampleCode, answer: 'On the side towards town.' },
    reply: { ...exampleReceipt, state: 'in_review', asked: null, answerBy: null },
  },
})

/** An addition: text, a vehicle, or both. */
const Addition = z.strictObject({
  id: z.uuidv4().meta({ description: 'Made by the client (UUIDv4). Send the same again to retry safely.' }),
  words: Words.optional(),
  vehicle: NamedVehicle.optional(),
})
const WITH_CONTENT = [
  (addition: { words?: string | undefined; vehicle?: string | undefined }) =>
    addition.words !== undefined || addition.vehicle !== undefined,
  { path: ['words'], error: 'Send words, a vehicle, or both.' },
] satisfies [unknown, object]

const exampleAddition = { id: '0e0f9a52-94d0-4b6b-8f0e-0a7f0f3f9b11', words: 'There were two of them.' }

export const addToReceipt = operation({
  ...common,
  name: 'addToReceipt',
  path: '/api/receipt/add',
  rpc: 'add_to_receipt',
  summary: 'Add something to a report',
  description:
    'What a report said never changes; what is added, text or a vehicle, stands beside it for the reviewers, up to three times. `id` is made by the client: the same again is safe. 409 `report_full` after three, 409 `invalid_transition` when the report is closed.',
  body: Addition.extend({ code: ReceiptCode }).refine(...WITH_CONTENT),
  errors: ['not_found', 'unknown_vehicle', 'id_reused', 'report_full', 'invalid_transition', 'rate_limited'],
  examples: { body: { ...exampleAddition, code: exampleCode }, reply: { ...exampleReceipt, additions: 1 } },
})

export const addToReport = operation({
  name: 'addToReport',
  method: 'post',
  path: '/api/report-additions/{reportId}',
  rpc: 'add_to_report',
  acceptsDevice: true,
  tag: 'Reports',
  summary: 'Add something to your own report',
  description:
    'As `addToReceipt`, for the person or the phone that sent the report. Any other report is 404 `not_found`.',
  access: 'device',
  params: z.object({ reportId: z.uuid().meta({ description: 'The id of the report.' }) }),
  body: Addition.refine(...WITH_CONTENT),
  reply: Receipt,
  location: null,
  errors: ['not_found', 'unknown_vehicle', 'id_reused', 'report_full', 'invalid_transition', 'rate_limited'],
  cache: 'no-store',
  examples: {
    params: { reportId: '7f9c24e5-2b1f-4d7e-8a53-5d0c1f9a7b60' },
    body: exampleAddition,
    reply: { ...exampleReceipt, additions: 1 },
  },
})

const exampleJpeg = '/9j/4AAQSkZJRgABAQAAAQABAAD/2Q=='

/** A picture as text is a third larger. */
const MAX_BASE64 = Math.ceil(MAX_PHOTO_BYTES / 3) * 4

export const addPhotoToReceipt = operation({
  ...common,
  name: 'addPhotoToReceipt',
  path: '/api/receipt/photo',
  summary: 'Add a photo to a report',
  description:
    'As `addReportPhoto`, for whoever has the code: one request for each photo, at most three in all, drawn anew by the server. The code travels in the body, so the picture does too, as base64. 422 `unreadable_photo`: not a picture that we take; `because` says why.',
  body: z.strictObject({
    code: ReceiptCode,
    id: z.uuidv4().meta({ description: 'Made by the client, once for each picture.' }),
    picture: z.base64().min(1).max(MAX_BASE64).meta({ description: 'JPEG or WebP, at most 2 MB and 24 megapixels.' }),
  }),
  maxBodyBytes: MAX_BASE64 + 1024,
  errors: ['not_found', 'id_reused', 'invalid_transition', 'report_full', 'unreadable_photo', 'rate_limited'],
  examples: {
    body: { code: exampleCode, id: '3c0d1a52-94d0-4b6b-8f0e-0a7f0f3f9b11', picture: exampleJpeg },
    reply: { ...exampleReceipt, photos: ['pending'] },
  },
})

export const withdrawReceipt = operation({
  ...common,
  name: 'withdrawReceipt',
  path: '/api/receipt/withdraw',
  rpc: 'withdraw_receipt',
  summary: 'Take a report back',
  description:
    'As `DELETE /api/v1/reports/{id}`, for whoever has the code. Its photos are erased. Doing it again is fine.',
  body: z.strictObject({ code: ReceiptCode }),
  errors: ['not_found', 'rate_limited'],
  examples: {
    body: { code: exampleCode },
    reply: { ...exampleReceipt, state: 'withdrawn', shown: 'private', asked: null, answerBy: null },
  },
})

export const mailReceipt = operation({
  ...common,
  name: 'mailReceipt',
  path: '/api/receipt/mail',
  rpc: 'mail_receipt',
  summary: 'Hear by mail what becomes of a report',
  description:
    'When a reviewer has decided or asks something, at an e-mail address that is used for nothing else and deleted with the report; without one the mails end. A mail about a report that is not public says only that there is news. 429 `rate_limited` when five reports mail that address already, 409 `invalid_transition` when the report is closed.',
  body: z.strictObject({
    code: ReceiptCode,
    email: z.email().max(254).optional(),
    locale: z.enum(['en', 'sw']).optional(),
  }),
  errors: ['not_found', 'invalid_transition', 'rate_limited'],
  examples: { body: { code: exampleCode, email: 'amina@example.com' }, reply: { ...exampleReceipt, isMailed: true } },
})

export const stopReportMails = operation({
  ...common,
  name: 'stopReportMails',
  path: '/api/report-mails/stop',
  rpc: 'stop_report_mails',
  summary: 'End the mails about a report',
  description: 'By the link in such a mail. Doing it again is fine.',
  body: z.strictObject({ id: z.uuid() }),
  reply: z.object({ stopped: z.literal(true) }),
  errors: [],
  examples: { body: { id: '6f0f7f3e-2b7a-4b38-8f0e-54a1f5f7a001' }, reply: { stopped: true } },
})
