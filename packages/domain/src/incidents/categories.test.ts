import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import en from '../../../ui/messages/en.json' with { type: 'json' }
import sw from '../../../ui/messages/sw.json' with { type: 'json' }
import { CATEGORIES, CATEGORY_CODES } from '../shared/categories.ts'
import { Category } from './contract.ts'

// The database rows are the source of truth. The list in the code mirrors them for types, and the apps contain the
// labels so that a page needs no query. An added or renamed row fails here until both are updated.

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
afterAll(() => db.close())

test('lists exactly the categories of the table, in its order, with icon, severity and visibility', async () => {
  expect(
    await db.sql('select code, icon, severity, visibility, review from app.incident_categories order by position'),
  ).toEqual(
    CATEGORY_CODES.map((code) => {
      const { icon, severity, visibility, review } = CATEGORIES[code]
      return { code, icon, severity, visibility, review }
    }),
  )
  expect(Category.options).toEqual(CATEGORY_CODES)
})

test('the labels in the apps equal those of the table in both languages', async () => {
  const rows = await db.sql<{ code: string; label_en: string; label_sw: string }>(
    'select code, label_en, label_sw from app.incident_categories order by position',
  )
  expect(Object.fromEntries(rows.map((row) => [row.code, row.label_en]))).toEqual(en.categories)
  expect(Object.fromEntries(rows.map((row) => [row.code, row.label_sw]))).toEqual(sw.categories)
})
