import { buildDocument } from '@salama/domain/openapi'
import { publicDocument } from '@salama/http'

/** The live contract, as JSON. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicDocument(
  'openapi.json',
  'application/json',
  (apiUrl) => JSON.stringify(buildDocument(apiUrl)),
)
