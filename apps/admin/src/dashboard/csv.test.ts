import { expect, test } from 'vitest'
import { csvHref, csvOf } from './csv.ts'

test('quotes what needs it, and never lets a spreadsheet evaluate a cell', () => {
  expect(
    csvOf(
      ['Day', 'Name, mail'],
      [
        ['2026-11-20', '=1+1'],
        ['say "a"', 3],
        ['-x', null],
      ],
    ),
  ).toBe('Day,"Name, mail"\r\n2026-11-20,\'=1+1\r\n"say ""a""",3\r\n\'-x,')
})

test('is a link that needs no request', () => {
  expect(csvHref('Siku,1')).toBe('data:text/csv;charset=utf-8,%EF%BB%BFSiku%2C1')
})
