import { z } from 'zod'
import { rpcOf, useCase } from '../machinery/use-case.ts'
import { search as operation } from './contract.ts'
import { highlight } from './highlight.ts'

/** A match from SQL: the name, and the words that matched. The rest is validated with the reply. */
const Found = z.object({ data: z.array(z.looseObject({ name: z.string(), words: z.array(z.string()) })) })

/** Searches everything that has a name, best match first. */
export const search = useCase(operation, async (caller, input) => ({
  data: Found.parse(await find(caller, input)).data.map(({ name, words, ...hit }) => ({
    ...hit,
    highlight: highlight(name, words),
  })),
  page: { nextCursor: null },
}))

const find = rpcOf(operation)
