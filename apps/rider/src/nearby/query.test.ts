import { roundLocation } from '@salama/domain/shared'
import { expect, test } from 'vitest'
import {
  type Home,
  listKey,
  locationCookieValue,
  readHome,
  readLocationCookie,
  readQuery,
  roundRadius,
  writeQuery,
} from './query.ts'

const home: Home = { lat: -1.2841, lng: 36.8251, name: null, view: 'both' }
const defaults = { ...home, radiusM: 2000, category: null, camera: null, chosen: null }
const read = (address: string, from = home) => {
  const query = new URLSearchParams(address)
  return readQuery((name) => query.get(name), from)
}

test('lists the default place for a URL without a place', () => {
  expect(read('')).toEqual(defaults)
})

test('reads the same query from a URL that it wrote', () => {
  const query = { ...home, lat: -1.22, lng: 36.889, name: 'Koja & co', radiusM: 5000, category: 'crash' as const }
  const moved = { ...query, view: 'list' as const, camera: { zoom: 14.25, lat: -1.22001, lng: 36.88 }, chosen: 'a-b' }
  for (const each of [{ ...defaults, ...query }, moved]) expect(read(writeQuery(each))).toEqual(each)
})

test('falls back to defaults for a truncated or edited URL', () => {
  expect(read('lat=-1.2')).toEqual(defaults)
  expect(read('lat=&lng=36.8')).toMatchObject(home)
  expect(read('lat=999&lng=36.8')).toMatchObject(home)
  expect(read('lat=x&lng=y&radiusM=3&category=nonsense&view=upside&map=14/x/36')).toEqual(defaults)
  for (const radius of ['', '-1', '199', '25001', '1e9', 'NaN']) expect(read(`radiusM=${radius}`).radiusM).toBe(2000)
})

test('a searched area of the map has its own radius, within what the API accepts', () => {
  expect([12, 1_234, 99_999].map(roundRadius)).toEqual([200, 1_200, 25_000])
  expect(read('radiusM=1200').radiusM).toBe(1200)
})

test('the URL has the view, because the default is not the same for everybody', () => {
  const listOnly: Home = { ...home, view: 'list' }
  expect(read('', listOnly).view).toBe('list')
  expect(read(writeQuery(defaults), listOnly).view).toBe('both')
})

test('remembers the place and the list alone in cookies', () => {
  const place = { lat: -1.22, lng: 36.889, name: 'Koja' }
  const jar: Record<string, string> = {
    'salama-rider.place': locationCookieValue(place),
    'salama-rider.view': 'list',
  }
  expect(readHome((name) => jar[name])).toEqual({ ...place, view: 'list' })
  expect(readHome(() => 'nonsense')).toEqual(home)
})

test('ignores categories that the map never shows', () => {
  expect(read('category=harassment').category).toBeNull()
  expect(read('category=assault').category).toBeNull()
})

test('sends neither the name of a place nor what the map shows to the API', () => {
  const query = read('lat=-1.22&lng=36.889&place=Koja&map=14/-1.3/36.8&view=both&incident=a')
  expect(listKey(query, 20)).toBe('lat=-1.22&lng=36.889&radiusM=2000&limit=20')
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

test('takes a place at the ends of the earth, and a name of at most 80 characters', () => {
  for (const [lat, lng] of [
    [-90, -180],
    [90, 180],
  ])
    expect(read(`lat=${lat}&lng=${lng}`)).toMatchObject({ lat, lng })
  expect(read('lat=%20&lng=36.8')).toMatchObject(home)
  expect(read(`lat=1&lng=2&place=${'x'.repeat(99)}`).name).toBe('x'.repeat(80))
})

test.each(['14//36', '14/-1.2/', '/-1.2/36', '14/-1.2', '25/-1.2/36', '14/-91/36', '14/-1.2/181'])(
  'a map at %s is none',
  (map) => {
    expect(read(`map=${map}`).camera).toBeNull()
  },
)

test('the URL has nothing that is the default for everybody', () => {
  expect(writeQuery(defaults)).toBe('lat=-1.2841&lng=36.8251&view=both')
})

test('a list is the same for the same place, radius, category and length', () => {
  expect(listKey({ ...defaults, category: 'crash' }, 20)).toBe(
    'lat=-1.2841&lng=36.8251&radiusM=2000&limit=20&category=crash',
  )
  expect(listKey(defaults, 40)).toBe('lat=-1.2841&lng=36.8251&radiusM=2000&limit=40')
})

test('a cookie that is no list is ignored', () => {
  for (const value of ['{"0":1,"1":2}', '"12"', '12', 'null']) expect(readLocationCookie(value)).toBeNull()
  expect(readLocationCookie('[null,36.8,"x"]')).toBeNull()
})
