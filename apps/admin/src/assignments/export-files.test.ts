import { expect, test } from 'vitest'
import { dictionary, fitSheet, MAX_ROWS } from './export-files.ts'

test('the dictionary names every column of every table once', () => {
  const [, ...rows] = dictionary()
  const names = rows.map(([table, column]) => `${table}.${column}`)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(rows.map(([table]) => table))).toEqual(new Set(['entries', 'assignments', 'stage-counts']))
  for (const [, , , , meaning] of rows) expect(meaning).toMatch(/\.$/)
})

test('counts the rows that do not fit into a sheet, and keeps the others in order', () => {
  expect(fitSheet(['a', 'b', 'c'], 2)).toEqual({ kept: ['a', 'b'], leftOut: 1 })
  expect(fitSheet(['a', 'b'], 2)).toEqual({ kept: ['a', 'b'], leftOut: 0 })
  expect(MAX_ROWS + 1).toBe(2 ** 20)
})
