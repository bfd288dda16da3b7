import { DomainError } from '@salama/domain/shared'
import { expect, test } from 'vitest'
import { idIn, orNotFound } from './or-not-found.ts'

const NOT_FOUND = expect.objectContaining({ digest: expect.stringContaining('404') })
const thrown = (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .catch((error: unknown) => error)

test('shows “not found” for a missing row, a forged cursor and an invalid id', async () => {
  expect(await thrown(() => orNotFound(Promise.reject(new DomainError('not_found'))))).toEqual(NOT_FOUND)
  expect(await thrown(() => orNotFound(Promise.reject(new DomainError('invalid_request'))))).toEqual(NOT_FOUND)
  expect(await thrown(() => idIn('1; drop table'))).toEqual(NOT_FOUND)
})

test('rethrows any other error, and returns the data', async () => {
  const fault = new DomainError('unavailable')
  expect(await thrown(() => orNotFound(Promise.reject(fault)))).toBe(fault)
  expect(await orNotFound(Promise.resolve('a list'))).toBe('a list')
  expect(idIn('a0000000-0000-4000-8000-000000000001')).toBe('a0000000-0000-4000-8000-000000000001')
})
