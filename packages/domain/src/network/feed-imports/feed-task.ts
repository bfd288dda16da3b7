import { z } from 'zod'
import { ERRORS, type ErrorSlug } from '../../shared/errors.ts'
import { FeedProblem } from './contract.ts'

// What the process that reads a feed is told, and what it tells.

export const FeedTask = z.object({
  url: z.string(),
  publishableKey: z.string(),
  token: z.string(),
  importId: z.string(),
  path: z.string(),
  trunksCsv: z.string().optional(),
  corridorsCsv: z.string().optional(),
  outlineGeojson: z.string().optional(),
  areaName: z.string().optional(),
})
export type FeedTask = z.infer<typeof FeedTask>

const SLUGS = Object.keys(ERRORS) as [ErrorSlug, ...ErrorSlug[]] // a list of constants

export const FeedOutcome = z.discriminatedUnion('is', [
  z.object({ is: z.literal('staged') }),
  z.object({ is: z.literal('broken'), problems: z.array(FeedProblem).readonly() }),
  z.object({ is: z.literal('refused'), slug: z.enum(SLUGS), detail: z.looseObject({}) }),
])
export type FeedOutcome = z.infer<typeof FeedOutcome>
