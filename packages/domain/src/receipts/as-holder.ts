import type { Caller } from '../machinery/caller.ts'

/** Whoever has the code is asked nothing else: a person who is signed in looks as everybody does, and not in their name. */
export const asHolder = ({ requestId }: Caller): Caller => ({ kind: 'visitor', requestId })
