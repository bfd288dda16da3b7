import { globSync } from 'node:fs'
import { join } from 'node:path'
import { exampleEntry } from '@salama/domain/review-entries/contract'
import type { Operation } from '@salama/domain/shared'
import { expect, test } from 'vitest'
import { idSent, namesId } from './call.ts'

const DOMAIN = join(import.meta.dirname, '../../domain/src')

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'examples' in value

/** What the answer names instead, as its caller says with `names`. */
const OTHERWISE: Record<string, (examples: Operation['examples']) => unknown> = {
  follow: ({ body }) => Object(body).id,
  submitFollowForm: ({ body }) => Object(body).id,
  mergeVehicles: ({ body }) => Object(body).into,
  mergeSaccos: ({ body }) => Object(body).into,
  practiceQuizQuestion: ({ body }) => Object(body).question,
  setWebhook: ({ body }) => Object(body).url,
  reopenReviewEntry: () => exampleEntry.subjectId,
}

async function writes(): Promise<Operation[]> {
  const files = globSync('*/**/*contract.ts', { cwd: DOMAIN })
  const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ join(DOMAIN, file))))
  const all = modules.flatMap((each) => Object.values(each).filter(isOperation))
  return all.filter(({ method, status }) => method !== 'get' && status !== 204)
}

test('every write that sends an id is answered with it, so that no other answer counts', async () => {
  const all = await writes()
  const sending = all.flatMap((op) => {
    const { reply } = op.examples
    const other = OTHERWISE[op.name]?.(op.examples)
    const id = other ?? idSent(op.examples)
    return typeof id === 'string' ? [{ name: op.name, id, reply: other === undefined ? reply : [reply] }] : []
  })
  expect(sending.length).toBeGreaterThan(40)
  expect(sending.filter(({ id, reply }) => !namesId(reply, id)).map(({ name }) => name)).toEqual([])
})
