import { expect, test } from 'vitest'
import { csvOf, dictionary } from './export-files.ts'

test('quotes cells of a CSV file, and escapes what a spreadsheet would run', () => {
  expect(csvOf([['a', 'b, "c"', null, undefined, 3, true, '=1+1', '-x', 'two\nlines']])).toBe(
    'a,"b, ""c""",,,3,true,\'=1+1,\'-x,"two\nlines"\r\n',
  )
  // A negative number is no formula.
  expect(csvOf([[-1.28]])).toBe('-1.28\r\n')
})

test('the dictionary names every column of every table once', () => {
  const [, ...rows] = dictionary()
  const names = rows.map(([table, column]) => `${table}.${column}`)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(rows.map(([table]) => table))).toEqual(new Set(['entries', 'assignments', 'stage-counts']))
  for (const [, , , , meaning] of rows) expect(meaning).toMatch(/\.$/)
})
