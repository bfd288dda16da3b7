import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ReviewDecision } from '@salama/domain/review-entries/contract'
import { expect, test } from 'vitest'
import { audit, review } from '../../messages/en.json' with { type: 'json' }
import { actionKey, DETAILS } from './action-key.ts'

const SCHEMAS = join(import.meta.dirname, '../../../../supabase/schemas')
const sql = globSync('**/*.sql', { cwd: SCHEMAS })
  .map((file) => readFileSync(join(SCHEMAS, file), 'utf8'))
  .join('\n')
const found = (where: string, what: RegExp) => [...where.matchAll(what)].map(([, word = '']) => word)
const written = found(sql, /app\.audit\(\w+, '([a-z_]+\.[a-z_]+)'/g)

test('every act that the database writes down has words, and no words are left over', () => {
  const known = ['review.moved.undone', ...Object.keys(audit.actions).map((name) => `audit.actions.${name}`)]
  expect([...new Set(written.map(actionKey))].toSorted()).toEqual(known.toSorted())
})

test('every kind of thing that was acted on has words, and no words are left over', () => {
  const kinds = found(sql, /app\.audit\(\w+, '[a-z_.]+'(?: \|\| \w+)?, '([a-z_]+)'/g)
  expect([...new Set(kinds)].toSorted()).toEqual(Object.keys(audit.subjects).toSorted())
})

test('everything that the database writes down beside an act has words and its place, and no words are left over', () => {
  const details = found(sql, /app\.audit\([^;]*?jsonb_build_object\(([^;]+);/g)
  const names = details.flatMap((given) => found(given, /'(\w+)',/g))
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(audit.details).toSorted())
  expect(DETAILS.toSorted()).toEqual(Object.keys(audit.details).toSorted())
})

test('every decision in review has words', () => {
  const known = Object.keys(review.moved).map((name) => `review.moved.${name}`)
  expect(known).toEqual(
    expect.arrayContaining(ReviewDecision.options.map((decision) => actionKey(`review.${decision}`))),
  )
})
