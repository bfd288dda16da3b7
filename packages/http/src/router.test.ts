import { expect, test } from 'vitest'
import { createMatcher } from './router.ts'

test('prefers literal segments, and returns to a parameter where they lead nowhere', () => {
  const paths = ['/api/v1/a/{id}', '/api/v1/a/near', '/api/v1/a/{id}/vote', '/api/v1/a/near/by']
  const match = createMatcher(paths.map((path) => [path, path]))
  expect(match('/api/v1/a/near')).toEqual({ found: '/api/v1/a/near', params: {} })
  expect(match('/api/v1/a/7')?.params).toEqual({ id: '7' })
  expect(match('/api/v1/a/near/vote')?.params).toEqual({ id: 'near' })
  expect([match('/api/v1/a'), match('/api/v1/a/near/by/x')]).toEqual([undefined, undefined])
})

test.each(['__proto__', 'constructor', '%2F', '*', ':id', '**', 'a%20b'])('reads %s as a value', (value) => {
  const match = createMatcher([['/a/{id}', 'one']])
  expect(match(`/a/${value}`)?.params.id).toBe(value)
  expect([match(`/${value}/a`), match(`/a/${value}/b`)]).toEqual([undefined, undefined])
})
