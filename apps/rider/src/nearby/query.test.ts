import { expect, test } from 'vitest'
import { listKey, locationCookieValue, readLocationCookie, readQuery, roundLocation, writeQuery } from './query.ts'

const home = { lat: -1.2841, lng: 36.8251, name: null }
const read = (address: string) => {
  const query = new URLSearchParams(address)
  return readQuery((name) => query.get(name), home)
}

test('lists the default place for a URL without a place', () => {
  expect(read('')).toEqual({ ...home, radiusM: 2000, category: null })
})

test('reads the same query from a URL that it wrote', () => {
  const query = { lat: -1.22, lng: 36.889, name: 'Koja & co', radiusM: 5000, category: 'crash' as const }
  expect(read(writeQuery(query))).toEqual(query)
})

test('falls back to defaults for a truncated or edited URL', () => {
  expect(read('lat=-1.2')).toEqual({ ...home, radiusM: 2000, category: null })
  expect(read('lat=&lng=36.8')).toMatchObject(home)
  expect(read('lat=999&lng=36.8')).toMatchObject(home)
  expect(read('lat=x&lng=y&radiusM=3&category=nonsense')).toEqual({ ...home, radiusM: 2000, category: null })
})

test('ignores categories that the map never shows', () => {
  expect(read('category=harassment').category).toBeNull()
  expect(read('category=assault').category).toBeNull()
})

test('does not send the name of a place to the API', () => {
  expect(listKey(read('lat=-1.22&lng=36.889&place=Koja'), 20)).toBe('lat=-1.22&lng=36.889&radiusM=2000&limit=20')
})

test('restores the last place from its cookie, and ignores an invalid one', () => {
  const place = { lat: -1.22, lng: 36.889, name: 'Koja; Fire Station' }
  expect(readLocationCookie(locationCookieValue(place))).toEqual(place)
  for (const odd of [undefined, '', '%', '[]', '[1]', '{"lat":1}', '[1000,0,null]'])
    expect(readLocationCookie(odd)).toBeNull()
})

test('rounds a stored place to about a hundred metres', () => {
  expect(roundLocation(-1.284123)).toBe(-1.284)
})
