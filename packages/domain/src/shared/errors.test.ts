import { expect, test, vi } from 'vitest'
import { DomainError, isErrorSlug } from './errors.ts'

test('recognises an error of another copy of the file, and no other error', async () => {
  vi.resetModules()
  const copy = await import('./errors.ts')
  expect(copy.DomainError).not.toBe(DomainError)
  expect(new copy.DomainError('not_found')).toBeInstanceOf(DomainError)
  expect(new Error('not_found')).not.toBeInstanceOf(DomainError)
  expect({ name: 'DomainError' }).not.toBeInstanceOf(DomainError)
})

test('knows the slugs of the list and nothing else', () => {
  expect(['not_found', 'nothing', 'toString', 404, null].map(isErrorSlug)).toEqual([true, false, false, false, false])
})

test('carries its slug, its detail and its cause, and speaks the words of the list', () => {
  const cause = new Error('full')
  expect(new DomainError('claim_limit', { max: 1 }, { cause })).toMatchObject({
    slug: 'claim_limit',
    detail: { max: 1 },
    message: 'You hold as many slots as allowed. Submit or release one first.',
    cause,
  })
  expect(new DomainError('not_found').detail).toEqual({})
})
