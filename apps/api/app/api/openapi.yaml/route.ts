import { buildDocument } from '@salama/domain/openapi'
import { publicDocument } from '@salama/http'
import { stringify } from 'yaml'

/** The live contract, as YAML. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicDocument(
  'openapi.yaml',
  'application/yaml; charset=utf-8',
  (apiUrl) => stringify(buildDocument(apiUrl)),
)
