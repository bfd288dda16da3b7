export {
  createRoute,
  type Handler,
  noSuchAddress,
  type ResolveCaller,
  type RouteHandlers,
  respond,
} from './endpoint.ts'
export { log } from './log.ts'
export { problemResponse } from './problem.ts'
export { readBody } from './read-input.ts'
export { requestIdOf } from './request-id.ts'
