import { notFoundHandlers } from '@salama/http'

/** Returns 404 for every unknown path under /api, of all versions. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = notFoundHandlers()
