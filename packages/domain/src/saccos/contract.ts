import { z } from 'zod'
import { operation } from '../shared/operation.ts'
import {
  ByIdOrSlug,
  Instant,
  OfCorridor,
  OneLine,
  Page,
  PageQuery,
  queryFlag,
  Reason,
  SaccoRef,
  Text,
} from '../shared/shapes.ts'
import { exampleVehicle, Vehicle } from '../vehicles/contract.ts'

export const Sacco = SaccoRef.extend({
  aliases: z.array(z.string()).meta({ description: 'Other names that riders use.' }),
  vehicles: z.int().meta({ description: 'How many vehicles we know of, without retired ones.' }),
  retiredAt: Instant.nullable().meta({ description: 'Since when it is out of business. Null: it is not.' }),
}).meta({ id: 'Sacco', description: 'An operator group, with what riders call it.' })

export const listSaccos = operation({
  name: 'listSaccos',
  method: 'get',
  path: '/api/v1/saccos',
  rpc: 'list_saccos',
  tag: 'Saccos',
  summary: 'Operator groups',
  description:
    'Operator groups (saccos and companies) by name. Those out of business are left out unless they are asked for.',
  access: { scope: 'saccos:read' },
  query: PageQuery.extend({
    q: Text.trim().min(1).max(80).optional().meta({ description: 'Only those whose name or alias holds this.' }),
    corridorId: OfCorridor.meta({
      description: 'Only those with vehicles on routes of this corridor: its id or slug.',
    }),
    retired: queryFlag.meta({ description: '`true`: only those out of business, which are else left out.' }),
  }),
  reply: z.object({ data: z.array(Sacco), page: Page }),
  errors: [],
  cache: { maxAgeS: 300 },
  examples: {
    query: { q: 'kifaru' },
    reply: {
      data: [{ ...exampleVehicle.sacco, aliases: ['Kifaru'], vehicles: 2, retiredAt: null }],
      page: { nextCursor: null },
    },
  },
})

export const listSaccoVehicles = operation({
  name: 'listSaccoVehicles',
  method: 'get',
  path: '/api/v1/saccos/{id}/vehicles',
  rpc: 'list_sacco_vehicles',
  tag: 'Saccos',
  summary: 'The vehicles of an operator group',
  description: 'All vehicles that we know of an operator group and that are not retired, by plate.',
  access: { scope: 'saccos:read' },
  params: ByIdOrSlug,
  query: PageQuery.extend({
    q: Text.trim().min(1).max(80).optional().meta({ description: 'Only those whose plate or fleet name holds this.' }),
    corridorId: OfCorridor.meta({ description: 'Only those on routes of this corridor: its id or slug.' }),
  }),
  reply: z.object({ data: z.array(Vehicle), page: Page }),
  errors: ['not_found'],
  cache: { maxAgeS: 60 },
  examples: { params: { id: 'kifaru-demo' }, reply: { data: [exampleVehicle], page: { nextCursor: null } } },
})

export const AdminSacco = SaccoRef.extend({
  aliases: z.array(z.string()),
  vehicles: z.int(),
  retiredAt: Instant.nullable(),
  registerNos: z.array(z.string()).meta({ description: 'Its numbers in the register of operators.' }),
  merges: z
    .array(
      z.object({
        from: SaccoRef,
        mergedAt: Instant,
        undoUntil: Instant,
        vehicles: z.int().meta({ description: 'How many vehicles came with it.' }),
      }),
    )
    .meta({ description: 'What was merged into it and can still be taken out.' }),
}).meta({ id: 'AdminSacco', description: 'An operator group as admins see it.' })

const forAdmins = { tag: 'Admin', access: { role: 'admin' }, cache: 'no-store' } as const
const Why = Reason.meta({ description: 'Why. It is kept in the audit log.' })
export const exampleAdminSacco = {
  ...exampleVehicle.sacco,
  aliases: ['Kifaru'],
  vehicles: 2,
  retiredAt: null,
  registerNos: ['DEMO/RSN-0001'],
  merges: [],
}
const exampleOther = {
  id: '0b000000-0000-4000-8000-000000000002',
  slug: 'kifaru-demo-travellers',
  name: 'Kifaru Demo Travellers Limited',
}

export const getSaccoForAdmin = operation({
  ...forAdmins,
  name: 'getSaccoForAdmin',
  method: 'get',
  path: '/api/v1/admin/saccos/{id}',
  rpc: 'get_sacco_for_admin',
  summary: 'One operator group',
  description: 'An operator group with its other names, its register numbers, and what was merged into it.',
  params: ByIdOrSlug,
  reply: AdminSacco,
  errors: ['not_found'],
  examples: { params: { id: 'kifaru-demo' }, reply: exampleAdminSacco },
})

export const listSaccoDuplicates = operation({
  ...forAdmins,
  name: 'listSaccoDuplicates',
  method: 'get',
  path: '/api/v1/admin/saccos/duplicates',
  rpc: 'list_sacco_duplicates',
  summary: 'Operator groups that may be the same',
  description:
    'Pairs of groups whose names or aliases are alike when words that every group has are left out, the likeliest first. Only a suggestion; pairs that an admin keeps apart are left out.',
  reply: z.object({
    data: z.array(
      z.object({
        score: z.number().min(0).max(1).meta({ description: '1: nothing differs.' }),
        groups: z.array(AdminSacco).length(2).meta({ description: 'The one with more vehicles first.' }),
      }),
    ),
  }),
  errors: [],
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
  rpc: 'keep_saccos_apart',
  summary: 'Keep two operator groups apart',
  description:
    'The two look like one and are not: they are not suggested as duplicates any more. They can still be merged. The same again, from either side, changes nothing.',
  params: ByIdOrSlug,
  body: z
    .strictObject({ from: z.uuid().meta({ description: 'The group that it is not.' }), reason: Why })
    .meta({ id: 'KeepSaccosApartBody', description: 'From which group, and why.' }),
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
  rpc: 'merge_saccos',
  summary: 'Merge an operator group into another',
  description:
    'The two are one: vehicles, aliases and register numbers go to the other group, the name becomes an alias there, and the id and slug lead there from then on. Answers the other group. It can be taken back for seven days. The same again changes nothing.',
  params: ByIdOrSlug,
  body: z
    .strictObject({ into: z.uuid().meta({ description: 'The group that stays.' }), reason: Why })
    .meta({ id: 'MergeSaccosBody', description: 'Which group stays, and why.' }),
  reply: AdminSacco,
  errors: ['not_found'],
  examples: {
    params: { id: exampleVehicle.sacco.id },
    body: { into: exampleOther.id, reason: 'One office, one chairman.' },
    reply: { ...exampleAdminSacco, ...exampleOther, aliases: ['Kifaru', 'Kifaru Demo Sacco'] },
  },
})

export const undoSaccoMerge = operation({
  ...forAdmins,
  name: 'undoSaccoMerge',
  method: 'post',
  path: '/api/v1/admin/saccos/{id}/split',
  rpc: 'undo_sacco_merge',
  summary: 'Take a merge of operator groups back',
  description:
    'Within seven days. The group is there again with those of its vehicles, aliases and numbers that are still where the merge put them.',
  params: ByIdOrSlug,
  body: z
    .strictObject({ reason: Why })
    .meta({ id: 'UndoSaccoMergeBody', description: 'Why they are two groups after all.' }),
  reply: AdminSacco,
  errors: ['not_found', 'invalid_transition'],
  examples: {
    params: { id: exampleVehicle.sacco.id },
    body: { reason: 'They only share a stage.' },
    reply: exampleAdminSacco,
  },
})

const SaccoName = OneLine.pipe(z.string().min(2).max(120))

export const createSacco = operation({
  ...forAdmins,
  name: 'createSacco',
  method: 'post',
  path: '/api/v1/admin/saccos',
  rpc: 'create_sacco',
  summary: 'Create an operator group',
  description:
    'A group that the register does not have. Its name must not be the name or an alias of another: 409 `alias_taken` names that one.',
  body: z.strictObject({ name: SaccoName }).meta({ id: 'SaccoBody' }),
  acceptsIdempotencyKey: true,
  reply: AdminSacco,
  status: 201,
  errors: ['alias_taken', 'idempotency_key_reused'],
  examples: { body: { name: 'Kifaru Demo Sacco' }, reply: exampleAdminSacco },
})

export const renameSacco = operation({
  ...forAdmins,
  name: 'renameSacco',
  method: 'put',
  path: '/api/v1/admin/saccos/{id}/name',
  rpc: 'rename_sacco',
  summary: 'Rename an operator group',
  description:
    'The earlier name stays as an alias, and the slug as it is, so that searches and links still find the group.',
  params: ByIdOrSlug,
  body: z
    .strictObject({ name: SaccoName, reason: Reason.meta({ description: 'Why. It is kept in the audit log.' }) })
    .meta({
      id: 'SaccoNameBody',
    }),
  reply: AdminSacco,
  status: 200,
  errors: ['not_found', 'alias_taken'],
  examples: {
    params: { id: 'kifaru-demo' },
    body: { name: 'Kifaru Demo Sacco', reason: 'They have painted the new name.' },
    reply: exampleAdminSacco,
  },
})
