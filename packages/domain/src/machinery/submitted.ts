import { z } from 'zod'

/** SQL's response to a submission whose id the client made: that it is stored. Its state is read in a second call. */
export const Submitted = z.object({ repeated: z.boolean() })
