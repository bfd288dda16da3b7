import { z } from 'zod'

/** What SQL answers to something whose id the client made: that it is in. What became of it is read afterwards. */
export const Submitted = z.object({ repeated: z.boolean() })
