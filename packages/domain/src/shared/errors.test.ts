import { expect, test, vi } from 'vitest'
import { DomainError } from './errors.ts'

test('recognises an error of another copy of the file, and no other error', async () => {
  vi.resetModules()
  const copy = await import('./errors.ts')
  expect(copy.DomainError).not.toBe(DomainError)
  expect(new copy.DomainError('not_found')).toBeInstanceOf(DomainError)
  expect(new Error('not_found')).not.toBeInstanceOf(DomainError)
  expect({ name: 'DomainError' }).not.toBeInstanceOf(DomainError)
})
