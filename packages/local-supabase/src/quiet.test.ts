import { afterEach, expect, it, vi } from 'vitest'
import { quietDatabaseErrors } from './quiet.ts'

const databaseError = (code: string, message = 'no such thing') =>
  Object.assign(new Error(message), {
    code,
    severity: 'ERROR',
    detail: 'Failing row contains (amina@salama.test).',
    query: `select  $1, 'amina@salama.test'`,
    params: ['amina@salama.test'],
  })

const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
quietDatabaseErrors()
afterEach(() => printed.mockClear())

it('does not print an error that SQL raised on purpose, however it is logged', () => {
  console.error(databaseError('PT400'))
  console.error('Auth error:', databaseError('PT400'))
  console.error(new Error('It failed', { cause: databaseError('PT400') }))
  expect(printed).not.toHaveBeenCalled()
})

it('prints a fault on one line, without user input', () => {
  console.error(databaseError('42501'))
  console.error(databaseError('22P02', 'invalid input syntax for type uuid: "amina@salama.test"'))
  console.error(databaseError('22007', 'invalid input syntax for type date: "amina@salama.test'))
  expect(printed.mock.calls).toEqual([
    [`PostgreSQL 42501: no such thing; in: select $1, '…'`],
    [`PostgreSQL 22P02: invalid input syntax for type uuid: "…"; in: select $1, '…'`],
    [`PostgreSQL 22007: invalid input syntax for type date: "…"; in: select $1, '…'`],
  ])
})

it('prints no values from further arguments or from wrapped errors', () => {
  console.error('Auth error:', databaseError('23505'))
  console.error(new Error('Failed: insert (amina@salama.test)', { cause: databaseError('23505') }))
  expect(printed.mock.calls).toEqual([
    ['Auth error:', `PostgreSQL 23505: no such thing; in: select $1, '…'`],
    [`Error: PostgreSQL 23505: no such thing; in: select $1, '…'`],
  ])
})

it('prints everything else unchanged', () => {
  const error = new Error('PT400')
  console.error(error, { code: 'PT400', severity: 'ERROR' })
  console.error()
  expect(printed.mock.calls).toEqual([[error, { code: 'PT400', severity: 'ERROR' }], []])
})
