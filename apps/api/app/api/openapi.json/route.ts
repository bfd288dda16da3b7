import { buildDocument } from '@salama/domain/openapi'

export const dynamic = 'force-static'

/** The live contract, as JSON. */
export const GET = () => Response.json(buildDocument('/'))
