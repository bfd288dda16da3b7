import { addSaccoAlias, listSaccoAliases, removeSaccoAlias } from '@salama/domain/saccos'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: listSaccoAliases,
  POST: addSaccoAlias,
  DELETE: removeSaccoAlias,
})
