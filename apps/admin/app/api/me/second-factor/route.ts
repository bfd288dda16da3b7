import { beginSecondFactor, getSecondFactor, removeSecondFactor } from '@salama/domain/second-factor'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: getSecondFactor,
  POST: beginSecondFactor,
  DELETE: removeSecondFactor,
})
