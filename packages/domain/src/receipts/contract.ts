import { z } from 'zod'
import { PhotoState } from '../photos/contract.ts'
import { OwnReport, Words } from '../reports/contract.ts'
import { operation } from '../shared/operation.ts'
import { readReceiptCode } from '../shared/receipt-code.ts'
import { Text } from '../shared/shapes.ts'

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

export const addToReceipt = operation({
  ...common,
  name: 'addToReceipt',
  path: '/api/receipt/add',
  rpc: 'add_to_receipt',
  summary: 'Add something to a report',
  description:
    'What a report said never changes; what is added stands beside it for the reviewers, up to three times. `id` is made by the client: the same again is safe. 409 `report_full` after three, 409 `invalid_transition` when the report is closed.',
  body: z.strictObject({ code: ReceiptCode, id: z.uuidv4(), words: Words }),
  errors: ['not_found', 'id_reused', 'report_full', 'invalid_transition', 'rate_limited'],
  examples: {
    body: { code: exampleCode, id: '0e0f9a52-94d0-4b6b-8f0e-0a7f0f3f9b11', words: 'There were two of them.' },
    reply: { ...exampleReceipt, additions: 1 },
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
