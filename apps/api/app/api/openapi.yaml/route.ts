import { buildDocument } from '@salama/domain/openapi'
import { stringify } from 'yaml'

export const dynamic = 'force-static'

/** The live contract, as YAML. */
export const GET = () =>
  new Response(stringify(buildDocument('/')), { headers: { 'content-type': 'application/yaml; charset=utf-8' } })
