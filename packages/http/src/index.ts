export { compress } from './compress.ts'
export {
  createRoute,
  type Endpoints,
  type Handler,
  handlerOf,
  notFoundHandlers,
  type ResolveCaller,
  type RouteHandlers,
} from './endpoint.ts'
export { log } from './log.ts'
export { networkAddressOf } from './network-address.ts'
export { problemReply, problemResponse } from './problem.ts'
export { publicDocument } from './public-document.ts'
export { API_KEY_LIMITS, isThrottled, limitAddress } from './rate-limits.ts'
export { isForm, readBody, readText } from './read-input.ts'
export { bodyFor, type Reply, type RequestHead, toResponse } from './reply.ts'
export { setPageStatus } from './reply-status.ts'
export { requestIdOf } from './request-id.ts'
export { replyIfFull, respond } from './respond.ts'
export { createMatcher } from './router.ts'
export { PUBLIC_PAGE } from './shared-caches.ts'
