import { expect, test } from 'vitest'
import { dictionary } from './export-files.ts'

test('the dictionary names every column of every table once', () => {
  const [, ...rows] = dictionary()
  const names = rows.map(([table, column]) => `${table}.${column}`)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(rows.map(([table]) => table))).toEqual(new Set(['entries', 'assignments', 'stage-counts']))
  for (const [, , , , meaning] of rows) expect(meaning).toMatch(/\.$/)
})
