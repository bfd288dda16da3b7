import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { review } from '../../../messages/en.json' with { type: 'json' }

const SCHEMAS = join(import.meta.dirname, '../../../../../supabase/schemas')
const sql = globSync('**/*.sql', { cwd: SCHEMAS })
  .map((file) => readFileSync(join(SCHEMAS, file), 'utf8'))
  .join('\n')

const found = (where: string, what: RegExp) => [...where.matchAll(what)].map(([, word = '']) => word)
/** The rows that the legal moves of these are made of. */
const moves = found(
  sql,
  /insert into app\.transitions [^']+((?:'(?:report|feedback|collection_entry)', m|\('incident lifecycle')[^;]+);/g,
)
const written = [
  // What a thing moves to …
  ...moves.flatMap((rows) => found(rows, /'([a-z_]+)'\)/g)),
  ...found(sql, /app\.restore_incident\([^,]+, [^,]+, '([a-z_]+)'/g),
  // … what it is when it comes in …
  ...found(sql, /^ +state +text not null default '(received|submitted)'/gm),
  // … and what happens to an incident without moving it.
  ...found(sql, /insert into app\.incident_events \([^)]+\)\s+values \([\w.]+, [\w.()]+, '([a-z_]+)'/g),
]

test('has exactly one message for every entry of a history', () => {
  expect(moves).toHaveLength(4)
  // An incident is only active again because it was split off or restored, and that is what its history says.
  const told = new Set(written.filter((event) => event !== 'active'))
  expect([...told].toSorted()).toEqual(Object.keys(review.event).toSorted())
})
