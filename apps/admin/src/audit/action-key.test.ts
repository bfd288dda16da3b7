import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ReviewDecision } from '@salama/domain/review-entries/contract'
import { expect, test } from 'vitest'
import { audit, review } from '../../messages/en.json' with { type: 'json' }
import { actionKey } from './action-key.ts'

const SCHEMAS = join(import.meta.dirname, '../../../../supabase/schemas')
const written = globSync('**/*.sql', { cwd: SCHEMAS })
  .flatMap((file) => [...readFileSync(join(SCHEMAS, file), 'utf8').matchAll(/app\.audit\(\w+, '([a-z_]+\.[a-z_]+)'/g)])
  .map(([, action = '']) => action)

test('every act that the database writes down has words, and no words are left over', () => {
  const known = Object.keys(audit.actions).map((name) => `audit.actions.${name}`)
  expect([...new Set(written.map(actionKey))].toSorted()).toEqual(known.toSorted())
})

test('every decision in review has words', () => {
  const known = Object.keys(review.moved).map((name) => `review.moved.${name}`)
  expect(known).toEqual(
    expect.arrayContaining(ReviewDecision.options.map((decision) => actionKey(`review.${decision}`))),
  )
})
