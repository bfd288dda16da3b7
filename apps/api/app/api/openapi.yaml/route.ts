import { buildDocument } from '@salama/domain/openapi'
import { stringify } from 'yaml'
import { PUBLIC_DOCUMENT } from '@/endpoint'

export const dynamic = 'force-static'

/** The live contract, as YAML. */
export const GET = () =>
  new Response(stringify(buildDocument('/')), {
    headers: { ...PUBLIC_DOCUMENT, 'content-type': 'application/yaml; charset=utf-8' },
  })
