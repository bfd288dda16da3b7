import { z } from 'zod'

/** The envelope of a feed as SQL answers it: `next` is the keyset of the last row, or null. The rows are checked with the reply. */
export const feedPage = z.looseObject({ data: z.array(z.unknown()), next: z.json() })
