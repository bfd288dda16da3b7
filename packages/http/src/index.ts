export { createRoute, type Handler, noSuchAddress, type ResolveCaller, type RouteHandlers } from './endpoint.ts'
export { problemResponse } from './problem.ts'
export { requestIdOf } from './request-id.ts'
export { log } from './log.ts'
