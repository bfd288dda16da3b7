import type { PointOfInterest } from '@salama/domain/network/contract'
import { expect, test } from 'vitest'
import { inGroups, newReceiptCode, receiptLink } from '@/outbox/receipt-code.ts'
import { rankStages } from './kept.ts'

const stage = (name: string, lat: number): PointOfInterest => ({
  id: crypto.randomUUID(),
  name,
  kind: 'stop',
  place: { lat, lng: 36.8 },
  corridor: null,
  routes: [],
  distanceM: null,
})

test('kept stages are found by the beginning of their name, then by any part of it, near ones first', () => {
  const stages = [stage('Old Koja', -1), stage('Koja', -1.5), stage('Kójà Road', -1.2), stage('Kencom', -1.2)]
  const names = rankStages(stages, ' koja', { lat: -1.2, lng: 36.8 }).map(({ name }) => name)
  expect(names).toEqual(['Kójà Road', 'Koja', 'Old Koja'])
  expect(rankStages(stages, 'nowhere')).toEqual([])
})

test('a receipt code is 128 bits in 26 characters, never twice the same, and its link shows it to no server', () => {
  const codes = new Set(Array.from({ length: 200 }, newReceiptCode))
  expect(codes.size).toBe(200)
  for (const code of codes) expect(code).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  const [code = ''] = codes
  expect(inGroups(code).replaceAll(' ', '')).toBe(code)
  const link = new URL(receiptLink('https://salama.test', 'sw', code))
  expect([link.pathname, link.search, link.hash]).toEqual(['/sw/receipt', '', `#${code}`])
})
