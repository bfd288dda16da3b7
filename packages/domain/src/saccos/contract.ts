import { z } from 'zod'
import { VEHICLE_FACTS } from '../shared/limits.ts'
import { forAdmins, operation } from '../shared/operation.ts'
import {
  ByIdOrSlug,
  GtfsRef,
  Instant,
  OfIdOrSlug,
  OneLine,
  orNull,
  Page,
  PageQuery,
  queryFlag,
  Reason,
  SaccoRef,
  Searched,
} from '../shared/shapes.ts'
import { exampleVehicle, Vehicle } from '../vehicles/contract.ts'

export const Sacco = SaccoRef.extend({
  gtfs: orNull(GtfsRef).describe('The agency of a feed that has this name or alias, if it is one.'),
  aliases: z.array(z.string()).describe('Other names in use among riders.'),
  vehicles: z.int().describe('Number of known vehicles, without retired ones.'),
  retiredAt: Instant.nullable().describe('When it was retired; null if it is active.'),
}).meta({ id: 'Sacco', description: 'An operator group with its other names.' })

const exampleSacco = { ...exampleVehicle.sacco, gtfs: null, aliases: ['Example'], vehicles: 2, retiredAt: null }

export const listSaccos = operation({
  name: 'listSaccos',
  method: 'get',
  path: '/api/v1/saccos',
  tag: 'Saccos',
  summary: 'List operator groups',
  description: 'Returns operator groups by name. Retired groups are omitted unless requested.',
  access: { scope: 'saccos:read' },
  query: PageQuery.extend({
    q: Searched.trim().min(1).max(80).optional().describe('Filter by a part of the name or an alias.'),
    corridorId: OfIdOrSlug.describe('Filter by corridor of their vehicles’ routes: its id or slug.'),
    retired: queryFlag.describe('`true`: only retired groups, which are otherwise omitted.'),
  }),
  reply: z.object({ data: z.array(Sacco), page: Page }),
  cache: { maxAgeS: 300 },
  examples: {
    query: { q: 'example' },
    reply: {
      data: [exampleSacco],
      page: { nextCursor: null },
    },
  },
})

export const getSacco = operation({
  name: 'getSacco',
  method: 'get',
  path: '/api/v1/saccos/{id}',
  tag: 'Saccos',
  summary: 'Get an operator group',
  description: 'Returns an operator group, also a retired one; of a merged group the one that it was merged into.',
  access: { scope: 'saccos:read' },
  params: ByIdOrSlug,
  reply: Sacco,
  errors: ['not_found'],
  cache: { maxAgeS: 300 },
  examples: { params: { id: exampleVehicle.sacco.id }, reply: exampleSacco },
})

export const listSaccoVehicles = operation({
  name: 'listSaccoVehicles',
  method: 'get',
  path: '/api/v1/saccos/{id}/vehicles',
  tag: 'Saccos',
  summary: 'List vehicles of an operator group',
  description: 'Returns the known vehicles of an operator group, without retired ones, by plate.',
  access: { scope: 'saccos:read' },
  params: ByIdOrSlug,
  query: PageQuery.extend({
    q: Searched.trim().min(1).max(80).optional().describe('Filter by a part of the plate or fleet name.'),
    corridorId: OfIdOrSlug.describe('Filter by corridor of their routes: its id or slug.'),
  }),
  reply: z.object({ data: z.array(Vehicle), page: Page }),
  errors: ['not_found'],
  cache: { maxAgeS: 60 },
  examples: { params: { id: exampleVehicle.sacco.id }, reply: { data: [exampleVehicle], page: { nextCursor: null } } },
})

export const AdminSacco = SaccoRef.extend({
  aliases: z.array(z.string()),
  vehicles: z.int(),
  retiredAt: Instant.nullable(),
  registerNos: z.array(z.string()).describe('Its numbers in the operator register.'),
  merges: z
    .array(
      z.object({
        from: SaccoRef,
        mergedAt: Instant,
        undoUntil: Instant,
        vehicles: z.int().describe('Number of vehicles that came with it.'),
      }),
    )
    .describe('Groups merged into it whose merge can still be undone.'),
}).meta({ id: 'AdminSacco', description: 'An operator group with details for admins.' })

const Why = Reason.describe('The reason, stored in the audit log.')
export const exampleAdminSacco = {
  ...exampleVehicle.sacco,
  aliases: ['Example'],
  vehicles: 2,
  retiredAt: null,
  registerNos: ['DEMO/RSN-0001'],
  merges: [],
}
const exampleOther = {
  id: '0b000000-0000-4000-8000-000000000002',
  slug: 'example-demo-travellers',
  name: 'Example Demo Travellers Limited',
}

export const getSaccoForAdmin = operation({
  ...forAdmins,
  name: 'getSaccoForAdmin',
  method: 'get',
  path: '/api/v1/admin/saccos/{id}',
  summary: 'Get an operator group',
  description: 'Returns an operator group with its other names, register numbers, and the groups merged into it.',
  params: ByIdOrSlug,
  reply: AdminSacco,
  errors: ['not_found'],
  examples: { params: { id: exampleVehicle.sacco.id }, reply: exampleAdminSacco },
})

export const listSaccoDuplicates = operation({
  ...forAdmins,
  name: 'listSaccoDuplicates',
  method: 'get',
  path: '/api/v1/admin/saccos/duplicates',
  summary: 'List possible duplicates of operator groups',
  description:
    'Returns pairs of groups with similar names or aliases, ignoring common words, most similar first. Pairs that an admin marked as distinct are omitted.',
  reply: z.object({
    data: z.array(
      z.object({
        score: z.number().min(0).max(1).describe('1 means identical.'),
        groups: z.array(AdminSacco).length(2).describe('Sorted by number of vehicles, largest first.'),
      }),
    ),
  }),
  examples: {
    reply: {
      data: [
        {
          score: 0.86,
          groups: [exampleAdminSacco, { ...exampleAdminSacco, ...exampleOther, aliases: [], vehicles: 0 }],
        },
      ],
    },
  },
})

export const keepSaccosApart = operation({
  ...forAdmins,
  name: 'keepSaccosApart',
  method: 'put',
  path: '/api/v1/admin/saccos/{id}/apart',
  summary: 'Mark two operator groups as distinct',
  description:
    'The two are no longer suggested as duplicates. They can still be merged. Repeating the request, from either side, changes nothing.',
  params: ByIdOrSlug,
  body: z
    .strictObject({ from: z.uuid().describe('The other group.'), reason: Why })
    .meta({ id: 'KeepSaccosApartBody', description: 'The other group and the reason.' }),
  reply: AdminSacco,
  errors: ['not_found'],
  examples: {
    params: { id: exampleVehicle.sacco.id },
    body: { from: exampleOther.id, reason: 'Two offices on two roads.' },
    reply: exampleAdminSacco,
  },
})

export const mergeSaccos = operation({
  ...forAdmins,
  name: 'mergeSaccos',
  method: 'post',
  path: '/api/v1/admin/saccos/{id}/merge',
  summary: 'Merge an operator group into another one',
  description:
    'Moves vehicles, aliases and register numbers to the other group; the name becomes an alias there, and the id and slug redirect there. Returns the other group. Can be undone for seven days. Repeating the request changes nothing.',
  params: ByIdOrSlug,
  body: z
    .strictObject({ into: z.uuid().describe('The group to keep.'), reason: Why })
    .meta({ id: 'MergeSaccosBody', description: 'The group to keep and the reason.' }),
  reply: AdminSacco,
  errors: ['not_found'],
  examples: {
    params: { id: exampleVehicle.sacco.id },
    body: { into: exampleOther.id, reason: 'One office, one chairman.' },
    reply: { ...exampleAdminSacco, ...exampleOther, aliases: ['Example', 'Example Demo Transport'] },
  },
})

export const undoSaccoMerge = operation({
  ...forAdmins,
  name: 'undoSaccoMerge',
  method: 'post',
  path: '/api/v1/admin/saccos/{id}/split',
  summary: 'Undo a merge of operator groups',
  description:
    'Possible within seven days. Restores the group with those of its vehicles, aliases and numbers that have not been moved since.',
  params: ByIdOrSlug,
  body: z
    .strictObject({ reason: Why })
    .meta({ id: 'UndoSaccoMergeBody', description: 'The reason for undoing the merge.' }),
  reply: AdminSacco,
  errors: ['not_found', 'invalid_transition'],
  examples: {
    params: { id: exampleVehicle.sacco.id },
    body: { reason: 'They only share a stop.' },
    reply: exampleAdminSacco,
  },
})

const SaccoName = OneLine.pipe(z.string().min(VEHICLE_FACTS.sacco.least).max(VEHICLE_FACTS.sacco.most))

export const createSacco = operation({
  ...forAdmins,
  name: 'createSacco',
  method: 'post',
  path: '/api/v1/admin/saccos',
  summary: 'Create an operator group',
  description:
    'Creates a group that is not in the register. If its name is the name or an alias of another group, 409 `alias_taken` returns that group.',
  body: z.strictObject({ name: SaccoName }).meta({ id: 'SaccoBody' }),
  acceptsIdempotencyKey: true,
  reply: AdminSacco,
  status: 201,
  errors: ['alias_taken', 'idempotency_key_reused'],
  examples: { body: { name: 'Example Demo Coaches' }, reply: exampleAdminSacco },
})

export const renameSacco = operation({
  ...forAdmins,
  name: 'renameSacco',
  method: 'put',
  path: '/api/v1/admin/saccos/{id}/name',
  summary: 'Rename an operator group',
  description:
    'The earlier name is kept as an alias and the slug stays the same, so that searches and links still work.',
  params: ByIdOrSlug,
  body: z.strictObject({ name: SaccoName, reason: Reason.describe('The reason, stored in the audit log.') }).meta({
    id: 'SaccoNameBody',
  }),
  reply: AdminSacco,
  errors: ['not_found', 'alias_taken'],
  examples: {
    params: { id: exampleVehicle.sacco.id },
    body: { name: 'Example Demo Transport', reason: 'They have painted the new name.' },
    reply: exampleAdminSacco,
  },
})
