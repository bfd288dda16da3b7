import type { Incident } from '@salama/domain/incidents/contract'
import { createTranslator } from 'next-intl'
import { expect, test } from 'vitest'
import en from '../../messages/en.json' with { type: 'json' }
import sw from '../../messages/sw.json' with { type: 'json' }
import { agoOf, awayOf, incidentWords, oneLine } from './words.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const before = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()

const crash: Incident & { distanceM: number } = {
  id: '0b6f2c1e-7c1d-4a61-9d0e-2f3b8f0a9c55',
  category: 'crash',
  lifecycle: 'active',
  corroboration: 'corroborated',
  reports: 4,
  confirms: 0,
  firstSeenAt: before(30),
  lastSeenAt: before(12),
  expiresAt: before(-228),
  place: { lat: -1.2841, lng: 36.8251 },
  placeName: 'Koja',
  precision: 'point',
  corridor: { id: '5b0d1a4e-3f7b-5d1c-9d55-0d8c8f6a2b11', slug: 'thika-road', name: 'Thika Road' },
  vehicle: null,
  distanceM: 318,
}

const messages = { en, sw }
const say = (incident: Incident & { distanceM?: number }, locale: 'en' | 'sw' = 'en') =>
  incidentWords(
    incident,
    NOW,
    createTranslator({ locale, messages: messages[locale], namespace: 'incidents' }),
    createTranslator({ locale, messages: messages[locale], namespace: 'categories' }),
  )

test('describes an incident in sentences in both languages', () => {
  expect(oneLine(say(crash))).toBe(
    'Crash. Serious. Near Koja, on Thika Road, 320\u00a0m away. 4 riders, last 12 min ago. Confirmed by riders',
  )
  expect(oneLine(say(crash, 'sw'))).toBe(
    'Ajali. Hatari kubwa. Karibu na Koja, kwenye Thika Road, umbali wa mita\u00a0320. Abiria 4, mara ya mwisho dakika 12 zilizopita. Imethibitishwa na abiria',
  )
})

test('does not call a single report the last one', () => {
  expect(say({ ...crash, reports: 1 }).seen).toBe('1 rider, 12 min ago')
})

test('shows no count for an incident in review', () => {
  const words = say({ ...crash, reports: null, corroboration: 'unverified' })
  expect(words.seen).toBe('Reported 12 min ago. The details are being checked.')
  expect(oneLine(words)).not.toMatch(/rider/)
})

test('describes a coarse incident only roughly', () => {
  const theft: Incident & { distanceM: number } = { ...crash, category: 'theft', precision: 'coarse', placeName: null }
  const words = say({ ...theft, lastSeenAt: before(75), distanceM: 640, reports: 2 })
  expect(words.seen).toBe('2 riders, about an hour ago')
  expect(words.where).toBe('Near Thika Road, approximate location')
  expect(words.away).toBe('within about 1 km')
  expect(say({ ...theft, areaName: 'Kencom' }).where).toBe('Somewhere around Kencom')
})

test('labels an incident that is over', () => {
  expect(say(crash).over).toBeUndefined()
  expect(say({ ...crash, lifecycle: 'resolved' }).over).toBe('Over')
})

test('rounds times down, and shows “now” on a phone with a slow clock', () => {
  expect([0.5, 1, 59.9, 60, 119, 1440].map((m) => agoOf(before(m), NOW))).toEqual([
    { key: 'agoNow', n: 0 },
    { key: 'agoMinutes', n: 1 },
    { key: 'agoMinutes', n: 59 },
    { key: 'agoHours', n: 1 },
    { key: 'agoHours', n: 1 },
    { key: 'agoDays', n: 1 },
  ])
  expect(agoOf(before(-3), NOW).key).toBe('agoNow')
})

test('says about a coarse time in hours, and days from the first on', () => {
  const ago = (minutes: number) => agoOf(before(minutes), NOW, 'coarse')
  expect([40, 75, 23 * 60].map(ago)).toEqual([
    { key: 'aboutNow', n: 0 },
    { key: 'aboutHours', n: 1 },
    { key: 'aboutHours', n: 23 },
  ])
  expect([24, 170].map((hours) => ago(hours * 60))).toEqual([
    { key: 'agoDays', n: 1 },
    { key: 'agoDays', n: 7 },
  ])
})

test('rounds distances for people', () => {
  expect([4, 42, 994, 996, 1540, 9_960, 24_400].map((m) => awayOf(m))).toEqual([
    { key: 'metresAway', m: 0 },
    { key: 'metresAway', m: 40 },
    { key: 'metresAway', m: 990 },
    { key: 'kilometresAway', km: 1 },
    { key: 'kilometresAway', km: 1.5 },
    { key: 'kilometresAway', km: 10 },
    { key: 'kilometresAway', km: 24 },
  ])
})
