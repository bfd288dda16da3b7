import { expect, test } from 'vitest'
import { listKey, locationCookieValue, readLocationCookie, readQuery, roundLocation, writeQuery } from './query.ts'

const home = { lat: -1.2841, lng: 36.8251, name: null }
const read = (address: string) => {
  const query = new URLSearchParams(address)
  return readQuery((name) => query.get(name), home)
}

test('an address without a place is the list of the home place', () => {
  expect(read('')).toEqual({ ...home, radiusM: 2000, category: null })
})

test('what is written into the address is what is read from it', () => {
  const query = { lat: -1.22, lng: 36.889, name: 'Koja & co', radiusM: 5000, category: 'crash' as const }
  expect(read(writeQuery(query))).toEqual(query)
})

test('an address that was cut or edited never breaks the page', () => {
  expect(read('lat=-1.2')).toEqual({ ...home, radiusM: 2000, category: null })
  expect(read('lat=&lng=36.8')).toMatchObject(home)
  expect(read('lat=999&lng=36.8')).toMatchObject(home)
  expect(read('lat=x&lng=y&radiusM=3&category=nonsense')).toEqual({ ...home, radiusM: 2000, category: null })
})

test('categories that are never shown on a map cannot be asked for', () => {
  expect(read('category=harassment').category).toBeNull()
  expect(read('category=assault').category).toBeNull()
})

test('the name of a place does not go to the API', () => {
  expect(listKey(read('lat=-1.22&lng=36.889&place=Koja'), 20)).toBe('lat=-1.22&lng=36.889&radiusM=2000&limit=20')
})

test('the last place survives its cookie, and an odd cookie is no place', () => {
  const place = { lat: -1.22, lng: 36.889, name: 'Koja; Fire Station' }
  expect(readLocationCookie(locationCookieValue(place))).toEqual(place)
  for (const odd of [undefined, '', '%', '[]', '[1]', '{"lat":1}', '[1000,0,null]'])
    expect(readLocationCookie(odd)).toBeNull()
})

test('a place is kept to about a hundred metres', () => {
  expect(roundLocation(-1.284123)).toBe(-1.284)
})
