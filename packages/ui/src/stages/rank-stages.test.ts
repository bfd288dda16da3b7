import type { PointOfInterest } from '@salama/domain/network/contract'
import { expect, test } from 'vitest'
import { rankStages } from './search-stages.ts'

const stage = (name: string, lat: number): PointOfInterest => ({
  id: crypto.randomUUID(),
  name,
  kind: 'stop',
  place: { lat, lng: 36.8 },
  corridor: null,
  area: null,
  routes: [],
  distanceM: null,
})

test('ranks saved stages by prefix, then by any part, near ones first', () => {
  const stages = [stage('Old Koja', -1), stage('Koja', -1.5), stage('Kójà Road', -1.2), stage('Kencom', -1.2)]
  const names = rankStages(stages, ' koja', { lat: -1.2, lng: 36.8 }).map(({ name }) => name)
  expect(names).toEqual(['Kójà Road', 'Koja', 'Old Koja'])
  expect(rankStages(stages, 'nowhere')).toEqual([])
})

test('an apostrophe in a name or a query separates nothing', () => {
  const stages = [stage("Lang'ata", -1), stage('Kangemi', -1), stage('Ng\u2019ong', -1)]
  const found = (q: string) => rankStages(stages, q).map(({ name }) => name)
  expect([found('langata'), found("Kang'emi"), found("ng'ong")]).toEqual([["Lang'ata"], ['Kangemi'], ['Ng\u2019ong']])
})
