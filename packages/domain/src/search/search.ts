import { z } from 'zod'
import { rpcOf, useCase } from '../machinery/use-case.ts'
import { search as operation } from './contract.ts'
import { highlight } from './highlight.ts'

/** What SQL found: the name, and the words that fit in it. The rest is checked with the reply. */
const Found = z.object({ data: z.array(z.looseObject({ name: z.string(), words: z.array(z.string()) })) })

/** Anything with a name, by what somebody typed, best first. */
export const search = useCase(operation, async (caller, input) => ({
  data: Found.parse(await find(caller, input)).data.map(({ name, words, ...hit }) => ({
    ...hit,
    highlight: highlight(name, words),
  })),
  page: { nextCursor: null },
}))

const find = rpcOf(operation)
