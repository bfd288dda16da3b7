import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { review } from '../../../messages/en.json' with { type: 'json' }

const SCHEMAS = join(import.meta.dirname, '../../../../../supabase/schemas')
const sql = globSync('**/*.sql', { cwd: SCHEMAS })
  .map((file) => readFileSync(join(SCHEMAS, file), 'utf8'))
  .join('\n')

const found = (where: string, what: RegExp) => [...where.matchAll(what)].map(([, word = '']) => word)
/** The tables that define the valid transitions. */
const moves = found(
  sql,
  /insert into app\.transitions [^']+((?:'(?:report|feedback|collection_entry)', m|\('incident lifecycle')[^;]+);/g,
)
const written = [
  // The target states of transitions …
  ...moves.flatMap((rows) => found(rows, /'([a-z_]+)'\)/g)),
  ...found(sql, /app\.restore_incident\([^,]+, [^,]+, '([a-z_]+)'/g),
  // … the initial states …
  ...found(sql, /^ +state +text not null default '(received|submitted)'/gm),
  // … and incident events without a transition.
  ...found(sql, /insert into app\.incident_events \([^)]+\)\s+values \([\w.]+, [\w.()]+, '([a-z_]+)'/g),
]

test('has exactly one message for every entry of a history', () => {
  expect(moves).toHaveLength(4)
  // An incident becomes active again only by a split or restore, which the history names instead.
  const told = new Set(written.filter((event) => event !== 'active'))
  expect([...told].toSorted()).toEqual(Object.keys(review.event).toSorted())
})
