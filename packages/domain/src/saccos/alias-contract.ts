import { z } from 'zod'
import { operation } from '../shared/operation.ts'
import { ByIdOrSlug, SaccoRef, Text } from '../shared/shapes.ts'
import { exampleVehicle } from '../vehicles/contract.ts'

const SaccoAliases = z.object({ sacco: SaccoRef, aliases: z.array(z.string()) })
const exampleAliases = { sacco: exampleVehicle.sacco, aliases: ['Kifaru'] }
const Alias = Text.trim().min(2).max(120)

export const listSaccoAliases = operation({
  name: 'listSaccoAliases',
  method: 'get',
  path: '/api/saccos/{id}/aliases',
  rpc: 'list_sacco_aliases',
  tag: 'Saccos',
  summary: 'Other names of an operator group',
  description: 'All names under which an operator group is found beside its own.',
  access: { role: 'admin' },
  params: ByIdOrSlug,
  reply: SaccoAliases,
  errors: ['not_found'],
  cache: 'no-store',
  examples: { params: { id: 'kifaru-demo' }, reply: exampleAliases },
})

export const addSaccoAlias = operation({
  name: 'addSaccoAlias',
  method: 'post',
  path: '/api/saccos/{id}/aliases',
  rpc: 'add_sacco_alias',
  tag: 'Saccos',
  summary: 'Give an operator group another name',
  description: 'Search and the list of groups then find it by that name. Giving a name again changes nothing.',
  access: { role: 'admin' },
  params: ByIdOrSlug,
  body: z.strictObject({ alias: Alias }),
  reply: SaccoAliases,
  errors: ['not_found', 'alias_taken'],
  cache: 'no-store',
  examples: { params: { id: 'kifaru-demo' }, body: { alias: 'Kifaru' }, reply: exampleAliases },
})

export const removeSaccoAlias = operation({
  name: 'removeSaccoAlias',
  method: 'delete',
  path: '/api/saccos/{id}/aliases',
  rpc: 'remove_sacco_alias',
  tag: 'Saccos',
  summary: 'Take a name from an operator group',
  description: 'In any spelling. A name that it does not have is gone already.',
  access: { role: 'admin' },
  params: ByIdOrSlug,
  query: z.object({ alias: Alias }),
  reply: SaccoAliases,
  errors: ['not_found'],
  cache: 'no-store',
  examples: { params: { id: 'kifaru-demo' }, query: { alias: 'Kifaru' }, reply: { ...exampleAliases, aliases: [] } },
})
