import { z } from 'zod'
import { operation } from '../shared/operation.ts'
import { OfCorridor, Page, PageQuery, SaccoRef, Text } from '../shared/shapes.ts'
import { exampleVehicle, Vehicle } from '../vehicles/contract.ts'

export const Sacco = SaccoRef.extend({
  aliases: z.array(z.string()).meta({ description: 'Other names that riders use.' }),
  vehicles: z.int().meta({ description: 'How many vehicles we know of.' }),
}).meta({ id: 'Sacco', description: 'An operator group, with what riders call it.' })

export const listSaccos = operation({
  name: 'listSaccos',
  method: 'get',
  path: '/api/v1/saccos',
  tag: 'Saccos',
  summary: 'Operator groups',
  description: 'Operator groups (saccos and companies) by name.',
  access: { scope: 'saccos:read' },
  query: PageQuery.extend({
    q: Text.trim().min(1).max(80).optional().meta({ description: 'Only those whose name or alias holds this.' }),
    corridorId: OfCorridor.meta({
      description: 'Only those with vehicles on routes of this corridor: its id or slug.',
    }),
  }),
  reply: z.object({ data: z.array(Sacco), page: Page }),
  errors: [],
  cache: { maxAgeS: 300 },
  examples: {
    query: { q: 'kifaru' },
    reply: { data: [{ ...exampleVehicle.sacco, aliases: ['Kifaru'], vehicles: 2 }], page: { nextCursor: null } },
  },
})

export const listSaccoVehicles = operation({
  name: 'listSaccoVehicles',
  method: 'get',
  path: '/api/v1/saccos/{id}/vehicles',
  tag: 'Saccos',
  summary: 'The vehicles of an operator group',
  description: 'All vehicles that we know of an operator group, by plate.',
  access: { scope: 'saccos:read' },
  params: z.object({ id: Text.min(1).max(80).meta({ description: 'The id or the slug.' }) }),
  query: PageQuery.extend({
    q: Text.trim().min(1).max(80).optional().meta({ description: 'Only those whose plate or fleet name holds this.' }),
    corridorId: OfCorridor.meta({ description: 'Only those on routes of this corridor: its id or slug.' }),
  }),
  reply: z.object({ data: z.array(Vehicle), page: Page }),
  errors: ['not_found'],
  cache: { maxAgeS: 60 },
  examples: { params: { id: 'kifaru-demo' }, reply: { data: [exampleVehicle], page: { nextCursor: null } } },
})

const SaccoAliases = z.object({ sacco: SaccoRef, aliases: z.array(z.string()) })
const exampleAliases = { sacco: exampleVehicle.sacco, aliases: ['Kifaru'] }
const saccoParams = z.object({ id: Text.min(1).max(80).meta({ description: 'The id or the slug.' }) })
const Alias = Text.trim().min(2).max(120)

export const listSaccoAliases = operation({
  name: 'listSaccoAliases',
  method: 'get',
  path: '/api/saccos/{id}/aliases',
  tag: 'Saccos',
  summary: 'Other names of an operator group',
  description: 'All names under which an operator group is found beside its own.',
  access: { role: 'admin' },
  params: saccoParams,
  reply: SaccoAliases,
  errors: ['not_found'],
  cache: 'no-store',
  examples: { params: { id: 'kifaru-demo' }, reply: exampleAliases },
})

export const addSaccoAlias = operation({
  name: 'addSaccoAlias',
  method: 'post',
  path: '/api/saccos/{id}/aliases',
  tag: 'Saccos',
  summary: 'Give an operator group another name',
  description: 'Search and the list of groups then find it by that name. Giving a name again changes nothing.',
  access: { role: 'admin' },
  params: saccoParams,
  body: z.object({ alias: Alias }),
  reply: SaccoAliases,
  errors: ['not_found', 'alias_taken'],
  cache: 'no-store',
  examples: { params: { id: 'kifaru-demo' }, body: { alias: 'Kifaru' }, reply: exampleAliases },
})

export const removeSaccoAlias = operation({
  name: 'removeSaccoAlias',
  method: 'delete',
  path: '/api/saccos/{id}/aliases',
  tag: 'Saccos',
  summary: 'Take a name from an operator group',
  description: 'In any spelling. A name that it does not have is gone already.',
  access: { role: 'admin' },
  params: saccoParams,
  query: z.object({ alias: Alias }),
  reply: SaccoAliases,
  errors: ['not_found'],
  cache: 'no-store',
  examples: { params: { id: 'kifaru-demo' }, query: { alias: 'Kifaru' }, reply: { ...exampleAliases, aliases: [] } },
})
