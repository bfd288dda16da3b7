import { expect, test } from 'vitest'
import { inGroups, newReceiptCode, receiptLink } from '@/outbox/receipt-code.ts'

test('generates unique receipt codes of 26 characters, and puts them in the fragment of the link', () => {
  const codes = new Set(Array.from({ length: 200 }, newReceiptCode))
  expect(codes.size).toBe(200)
  for (const code of codes) expect(code).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  const [code = ''] = codes
  expect(inGroups(code).replaceAll(' ', '')).toBe(code)
  const link = new URL(receiptLink('https://salama.test', 'sw', code))
  expect([link.pathname, link.search, link.hash]).toEqual(['/sw/receipt', '', `#${code}`])
})
