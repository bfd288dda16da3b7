import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import en from '../../../ui/messages/en.json' with { type: 'json' }
import es from '../../../ui/messages/es.json' with { type: 'json' }
import sw from '../../../ui/messages/sw.json' with { type: 'json' }
import { CATEGORIES, CATEGORY_CODES } from '../shared/categories.ts'
import { Category } from './contract.ts'

// What both the rows and the list have is compared: the rules are needed in SQL, and pages need no query. An added or
// renamed row fails here until both are updated.

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
afterAll(() => db.close())

test('lists exactly the categories of the table, in its order, with severity, visibility and review', async () => {
  expect(
    await db.sql('select code, severity, visibility, review from app.incident_categories order by position'),
  ).toEqual(
    CATEGORY_CODES.map((code) => {
      const { severity, visibility, review } = CATEGORIES[code]
      return { code, severity, visibility, review }
    }),
  )
  expect(Category.options).toEqual(CATEGORY_CODES)
})

test('has one name for each category and language, in the messages and for the console’s search', async () => {
  const rows = await db.sql<{ code: string; label: Record<string, string> }>(
    'select code, label from app.incident_categories order by position',
  )
  for (const [locale, { categories }] of Object.entries({ en, es, sw }))
    expect(Object.fromEntries(rows.map(({ code, label }) => [code, label[locale]]))).toEqual(categories)
  for (const { categories } of [en, es, sw]) expect(Object.keys(categories)).toEqual(CATEGORY_CODES)
})
