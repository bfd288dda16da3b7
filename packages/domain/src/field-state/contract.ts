import { z } from 'zod'
import { exampleAssignment, listSurveyorAssignments } from '../assignments/contract.ts'
import { listCollectionEntries } from '../collection-entries/contract.ts'
import { operation } from '../shared/operation.ts'
import { orNull } from '../shared/shapes.ts'
import { getSurveyorSession, getSurveyorStats } from '../surveyor/contract.ts'

const FieldWork = z
  .object({
    session: getSurveyorSession.reply.shape.session,
    mine: listSurveyorAssignments.reply.describe('Assignments of which you hold, submitted or got back a slot.'),
    open: listSurveyorAssignments.reply.describe('Assignments with an available slot.'),
    returned: listCollectionEntries.reply.describe('Entries that were returned to you.'),
    recent: listCollectionEntries.reply.describe('Entries of the session; without a session your latest entries.'),
    stats: getSurveyorStats.reply,
  })
  .meta({
    id: 'FieldWork',
    description: 'The surveyor’s current work; each list is the first page of its own endpoint.',
  })

export const getFieldState = operation({
  name: 'getFieldState',
  method: 'get',
  path: '/api/field-state',
  tag: 'Surveyor',
  access: 'user',
  summary: 'Get your field work for offline use',
  description:
    'Returns everything in one response, to save round trips on a slow connection. `work` is null for a user who is not a surveyor. Further pages of the lists are available at their own endpoints.',
  reply: z.object({
    isSurveyor: z.boolean(),
    isEligible: z.boolean().describe('Whether the course required for field work is passed.'),
    mustAgree: z.boolean().describe('Whether the current surveyor agreement still has to be accepted.'),
    work: orNull(FieldWork),
  }),
  examples: {
    reply: {
      isSurveyor: true,
      isEligible: true,
      mustAgree: false,
      work: {
        session: null,
        mine: { data: [], page: { nextCursor: null } },
        open: {
          data: [
            { ...exampleAssignment, distanceM: null, closedAt: null, slotCount: 3, openSlots: 2, others: 1, mine: [] },
          ],
          page: { nextCursor: null },
        },
        returned: { data: [], page: { nextCursor: null } },
        recent: { data: [], page: { nextCursor: null } },
        stats: getSurveyorStats.examples.reply,
      },
    },
  },
})
