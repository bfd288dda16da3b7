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

test('has exactly one message for every action of the audit log', () => {
  const known = ['undone', 'assigned', 'reopened']
    .map((name) => `review.moved.${name}`)
    .concat(Object.keys(audit.actions).map((name) => `audit.actions.${name}`))
  expect([...new Set(written.map(actionKey))].toSorted()).toEqual(known.toSorted())
})

test('has exactly one message for every subject type of the audit log', () => {
  const kinds = found(sql, /app\.audit\(\w+, '[a-z_.]+'(?: \|\| \w+)?, '([a-z_]+)'/g)
  expect([...new Set(kinds)].toSorted()).toEqual(Object.keys(audit.subjects).toSorted())
})

test('has a message and a position for every detail of the audit log, and no others', () => {
  const details = found(sql, /app\.audit\([^;]*?jsonb_build_object\(([^;]+);/g)
  const names = details.flatMap((given) => found(given, /'(\w+)',/g))
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(audit.details).toSorted())
  expect(DETAILS.toSorted()).toEqual(Object.keys(audit.details).toSorted())
})

test('has a message for every review decision', () => {
  const known = Object.keys(review.moved).map((name) => `review.moved.${name}`)
  expect(known).toEqual(
    expect.arrayContaining(ReviewDecision.options.map((decision) => actionKey(`review.${decision}`))),
  )
})
