import { expect, test } from 'vitest'
import { findInPages } from './find-in-pages.ts'

const rows = Array.from({ length: 250 }, (_, n) => n)
const asked: (string | undefined)[] = []
const list = async ({ limit, cursor }: { limit: number; cursor?: string }) => {
  asked.push(cursor)
  const start = Number(cursor ?? 0)
  const end = start + limit
  return { data: rows.slice(start, end), page: { nextCursor: end < rows.length ? String(end) : null } }
}

test('finds a row on a later page, and requests no page after it', async () => {
  asked.length = 0
  expect(await findInPages(list, (row) => row === 120)).toBe(120)
  expect(asked).toEqual([undefined, '100'])
})

test('returns null when no page has the row', async () => {
  expect(await findInPages(list, (row) => row > 250)).toBeNull()
})
