import { expect, test } from 'vitest'
import { csvHref, csvOf } from './csv.ts'

test('quotes what needs it, and never lets a spreadsheet evaluate text', () => {
  expect(
    csvOf([
      ['Day', 'Name, mail', 'Yes'],
      ['2026-11-20', '=1+1', true],
      ['say "a"', -1.28, undefined],
      ['-x', null, 'two\nlines'],
    ]),
  ).toBe('Day,"Name, mail",Yes\r\n2026-11-20,\'=1+1,true\r\n"say ""a""",-1.28,\r\n\'-x,,"two\nlines"\r\n')
})

test('is a link that needs no request', () => {
  expect(csvHref('Siku,1')).toBe('data:text/csv;charset=utf-8,%EF%BB%BFSiku%2C1')
})
