import { z } from 'zod'
import { VEHICLE_FACTS } from '../shared/limits.ts'
import { operation } from '../shared/operation.ts'
import { ByIdOrSlug, SaccoRef, Text } from '../shared/shapes.ts'
import { exampleVehicle } from '../vehicles/contract.ts'

const SaccoAliases = z.object({ sacco: SaccoRef, aliases: z.array(z.string()) })
const exampleAliases = { sacco: exampleVehicle.sacco, aliases: ['Example'] }
const Alias = Text.trim().min(VEHICLE_FACTS.sacco.least).max(VEHICLE_FACTS.sacco.most)

export const listSaccoAliases = operation({
  name: 'listSaccoAliases',
  method: 'get',
  path: '/api/saccos/{id}/aliases',
  tag: 'Saccos',
  summary: 'List aliases of an operator group',
  description: 'Returns all names under which an operator group is found besides its own.',
  access: { role: 'admin' },
  params: ByIdOrSlug,
  reply: SaccoAliases,
  errors: ['not_found'],
  examples: { params: { id: exampleVehicle.sacco.id }, reply: exampleAliases },
})

export const addSaccoAlias = operation({
  name: 'addSaccoAlias',
  method: 'post',
  path: '/api/saccos/{id}/aliases',
  tag: 'Saccos',
  summary: 'Add an alias to an operator group',
  description: 'Search and the list of groups then find it by that name. Repeating the request changes nothing.',
  access: { role: 'admin' },
  params: ByIdOrSlug,
  body: z.strictObject({ alias: Alias }),
  reply: SaccoAliases,
  errors: ['not_found', 'alias_taken'],
  examples: { params: { id: exampleVehicle.sacco.id }, body: { alias: 'Example' }, reply: exampleAliases },
})

export const removeSaccoAlias = operation({
  name: 'removeSaccoAlias',
  method: 'delete',
  path: '/api/saccos/{id}/aliases',
  tag: 'Saccos',
  summary: 'Remove an alias of an operator group',
  description: 'In any spelling. Removing a name that it does not have succeeds.',
  access: { role: 'admin' },
  params: ByIdOrSlug,
  query: z.object({ alias: Alias }),
  reply: SaccoAliases,
  errors: ['not_found'],
  examples: {
    params: { id: exampleVehicle.sacco.id },
    query: { alias: 'Example' },
    reply: { ...exampleAliases, aliases: [] },
  },
})
