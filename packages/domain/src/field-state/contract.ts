import { z } from 'zod'
import { exampleAssignment, listSurveyorAssignments } from '../assignments/contract.ts'
import { listCollectionEntries } from '../collection-entries/contract.ts'
import { operation } from '../shared/operation.ts'
import { orNull } from '../shared/shapes.ts'
import { getSurveyorSession, getSurveyorStats } from '../surveyor/contract.ts'

const FieldWork = z
  .object({
    session: getSurveyorSession.reply.shape.session,
    mine: listSurveyorAssignments.reply.meta({
      description: 'Assignments of which you hold a slot, handed one in, or were given one back.',
    }),
    open: listSurveyorAssignments.reply.meta({ description: 'Assignments with a free slot.' }),
    returned: listCollectionEntries.reply.meta({ description: 'Entries that came back to you.' }),
    recent: listCollectionEntries.reply.meta({ description: 'Entries of the session; without one your last.' }),
    stats: getSurveyorStats.reply,
  })
  .meta({ id: 'FieldWork', description: 'What a surveyor has in hand, each list as its own address begins it.' })

export const getFieldState = operation({
  name: 'getFieldState',
  method: 'get',
  path: '/api/desk',
  tag: 'Surveyor',
  access: 'user',
  cache: 'no-store',
  summary: 'Your field work, for a phone to keep',
  description:
    'In one answer, as each further one costs a slow line seconds. `work` is null for somebody who is no surveyor. The lists go on at their own addresses, with their cursors.',
  reply: z.object({
    isSurveyor: z.boolean(),
    isEligible: z.boolean().meta({ description: 'The course that field work needs is passed.' }),
    mustAgree: z.boolean().meta({ description: 'The surveyor agreement in force is not accepted yet.' }),
    work: orNull(FieldWork),
  }),
  errors: [],
  examples: {
    reply: {
      isSurveyor: true,
      isEligible: true,
      mustAgree: false,
      work: {
        session: null,
        mine: { data: [], page: { nextCursor: null } },
        open: {
          data: [{ ...exampleAssignment, distanceM: null, closedAt: null, slotCount: 3, openSlots: 2, mine: [] }],
          page: { nextCursor: null },
        },
        returned: { data: [], page: { nextCursor: null } },
        recent: { data: [], page: { nextCursor: null } },
        stats: getSurveyorStats.examples.reply,
      },
    },
  },
})
