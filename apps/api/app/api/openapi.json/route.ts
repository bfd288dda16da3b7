import { buildDocument } from '@salama/domain/openapi'
import { PUBLIC_DOCUMENT } from '@/endpoint'

export const dynamic = 'force-static'

/** The live contract, as JSON. */
export const GET = () => Response.json(buildDocument('/'), { headers: PUBLIC_DOCUMENT })
