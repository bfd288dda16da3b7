import { verifySecondFactor } from '@salama/domain/second-factor'
import { withKnownBrowser } from '@salama/session'
import { route } from '@salama/session/route'

const handlers = route({ POST: verifySecondFactor })
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers

/** A browser in which the factor was proven before has attempts of its own. */
export const POST = withKnownBrowser(handlers.POST)
