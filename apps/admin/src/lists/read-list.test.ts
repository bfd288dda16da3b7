import { DomainError } from '@salama/domain/shared'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isNarrowed, readList } from './read-list.ts'

const schema = z.object({
  q: z.string().max(5).optional(),
  day: z.iso.date().optional(),
  state: z.enum(['all', 'open']).default('all'),
  limit: z.coerce.number().max(100).optional(),
  cursor: z.string().optional(),
})
const echo = async (query: z.output<typeof schema>) => query
const refuse = (path: string) => async () => {
  throw new DomainError('invalid_request', { errors: [{ path, code: 'invalid_request', message: 'No.' }] })
}

test('parses the query, and ignores empty and unknown fields', async () => {
  const asked = { q: ' kzz ', day: '', state: 'open', utm: 'x', limit: '99999' }
  expect(await readList(schema, asked, echo)).toEqual({
    typed: { q: 'kzz', state: 'open' },
    wrong: {},
    list: { q: 'kzz', state: 'open' },
  })
})

test('does not count a filter with its default value as active', async () => {
  const read = await readList(schema, { state: 'all' }, echo)
  expect(read).toEqual({ typed: {}, wrong: {}, list: { state: 'all' } })
  expect(isNarrowed(read)).toBe(false)
})

test('keeps and marks an invalid filter, and returns no list', async () => {
  const asked = { q: 'too long', day: '2026-13-01', state: 'closed' }
  const read = () => Promise.reject(new Error('asked all the same'))
  expect(await readList(schema, asked, read)).toEqual({
    typed: asked,
    wrong: { q: 'unreadable', day: 'unreadable', state: 'unreadable' },
    list: null,
  })
})

test('keeps and marks a filter that the list rejects', async () => {
  expect(await readList(schema, { day: '2026-11-20' }, refuse('day'))).toEqual({
    typed: { day: '2026-11-20' },
    wrong: { day: 'refused' },
    list: null,
  })
})

test('throws for a tampered cursor and for errors outside the filters', async () => {
  await expect(readList(schema, { cursor: 'x' }, refuse('cursor'))).rejects.toThrow(DomainError)
  await expect(readList(schema, { q: 'kzz' }, refuse('day'))).rejects.toThrow(DomainError)
})

test('does not count a cursor as an active filter', () => {
  expect(isNarrowed({ typed: { cursor: 'x' } })).toBe(false)
  expect(isNarrowed({ typed: { cursor: 'x', q: 'kzz' } })).toBe(true)
})
