import { afterEach, expect, it, vi } from 'vitest'
import { quietDatabaseErrors } from './quiet.ts'

const databaseError = (code: string) =>
  Object.assign(new Error('no such thing'), { code, severity: 'ERROR', query: 'select  $1', params: ['a secret'] })

const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
quietDatabaseErrors()
afterEach(() => printed.mockClear())

it('a refusal is not printed', () => {
  console.error(databaseError('PT400'))
  expect(printed).not.toHaveBeenCalled()
})

it('a fault is printed in one line, without what people wrote', () => {
  console.error(databaseError('42501'))
  expect(printed.mock.calls).toEqual([['PostgreSQL 42501: no such thing; in: select $1']])
})

it('everything else is printed as it is', () => {
  const error = new Error('PT400')
  console.error(error)
  console.error('about', databaseError('PT400'))
  expect(printed.mock.calls[0]).toEqual([error])
  expect(printed).toHaveBeenCalledTimes(2)
})
