import { KOJA, ODEON, openDatabase, SIMBA, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nameKey } from '../shared/spelling.ts'
import { SPELLED_OUT } from './highlight.ts'
import { buildNamedCity, CAFE, ROUTE_45, THIKA_ROAD } from './test/named-city.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
  await buildNamedCity(db)
})
afterAll(() => db.close())

type Place = { lat: number; lng: number }
type Hit = { type: string; id: string; title: string; subtitle: string | null; score: number; place: Place | null }
const search = async (p_q: string, args: Record<string, unknown> = {}) =>
  ((await db.as('eve').rpc('search', { p_q, ...args })) as { data: Hit[] }).data
/** As forms ask. */
const inForms = async (p_q: string) =>
  (await db.as('rider_server').rpc('search_points_of_interest', { p_q })) as { name: string; area: string | null }[]
const titles = async (q: string, args?: Record<string, unknown>) => (await search(q, args)).map((hit) => hit.title)

const FIRST = {
  'Umoinner Sacco': ['ummoinner', 'umoinner', 'UMOINER', 'sacco umoiner'],
  'KDA 123A': ['kda 123a', 'KDA-123A', 'ｋｄａ１２３ａ', 'v7k3m9qxr', 'V-7K3M 9QXR', 'simba', 'simbq 7'],
  'Thika Road': ['thka road', 'thikaroad', 'Thika Rd.', 'thika rd', 'THIKA RAOD', 'thi'],
  'Café 100% Shuttle': ['cafe', 'CAFÉ', 'cafe\u0301', 'kbs'],
  '45': ['45', '45 githurai', 'route githurai', 'kahawa', 'kahava west'],
  Koja: ['ko\u200bja\u200f'],
  'Umoja Market': ['umoja stage', 'kituo umoja'],
  'Kencom/Ambassadeur': ['kenkom', 'ambassadeur'],
  'SUPER METRO LIMITED': ['super metro'],
  Kangemi: ["Kang'emi"],
  Ngong: ["Ng'ong", 'Ng\u02bcong'],
  'Wanjir\u0169': ['Wanjiru', 'Wanjiru\u0303'],
  "Kwa Ng'ang'a": ['nganga'],
}
test.each(Object.entries(FIRST).flatMap(([title, all]) => all.map((q) => [q, title] as const)))(
  '"%s" finds %s first',
  async (q, title) => {
    expect((await titles(q))[0]).toBe(title)
  },
)

test.each(['kituo cha basi', 'Kituo cha mabasi', 'vituo vya basi', 'bus stop', 'stages'])(
  '"%s" lists stages, those of the most routes or the nearest first',
  async (q) => {
    const hits = await search(q)
    expect(hits.map(({ type, title }) => [type, title])[0]).toEqual(['stop', 'Kencom/Ambassadeur'])
    expect(hits.every(({ type, score }) => type === 'stop' && score < 0.38)).toBe(true)
    expect((await titles(q, { p_lat: KOJA.lat, p_lng: KOJA.lng }))[0]).toBe('Koja')
    expect(await titles(q, { p_types: ['sacco'] })).toEqual([])
  },
)

test('distinguishes stages of one name by their corridor or the next main stage', async () => {
  const areas = (await search('kwa chief')).map(({ title, subtitle }) => [title, subtitle])
  expect(areas.toSorted()).toEqual([
    ['Kwa Chief', 'Buruburu · 7'],
    ['Kwa Chief', 'Kencom/Ambassadeur'],
    ['Kwa Chief', 'Thika Road'],
  ])
})

test('distinguishes stages of one name by the part of the city that they are in, where it is known', async () => {
  const [one] = (await search('kwa chief')).filter(({ subtitle }) => subtitle === 'Kencom/Ambassadeur')
  const { lat = 0, lng = 0 } = one?.place ?? {}
  await db.as('operator_server').rpc('load_areas', {
    p_areas: [
      { name: 'Kwa Chief', lat, lng },
      { name: 'Mukuru', lat: lat + 0.005, lng },
      { name: 'Far away', lat: lat + 0.2, lng },
    ],
  })
  const areas = (await search('kwa chief')).map(({ subtitle }) => subtitle)
  expect(areas).toContain('Mukuru')
  expect(areas).not.toContain('Kencom/Ambassadeur')
  expect((await inForms('kwa chief')).map(({ area }) => area).toSorted()).toEqual(['Buruburu', 'Mukuru', null])
  const saved = (await db.as('rider_server').rpc('list_main_stages')) as { name: string; area: string | null }[]
  expect(saved.find(({ name }) => name === 'Koja')).toMatchObject({ area: null })
  await db.as('operator_server').rpc('load_areas', { p_areas: [] })
})

test.each(['Langata', "Lang'ata", 'Lang\u2019ata', 'lang\u02bcata', 'LANG`ATA', 'Lang\u00b4ata', 'Lang\u00adata'])(
  '"%s" finds every spelling of Langata, in search and in the map search',
  async (q) => {
    const names = ["Lang'ata", 'Langata Road', 'Lang\u2019ata Barracks']
    expect((await titles(q)).toSorted()).toEqual(names.toSorted())
    expect((await inForms(q)).map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  },
)

test('a phone compares names as the database does', async () => {
  const names = [
    "Lang'ata",
    'Ng\u02bcong\u2019',
    'WANJIR\u0168',
    'ki\u0303',
    'Caf\u00e9 100%',
    'ＫＯＪＡ',
    'St. Paul\u2019s (A)',
  ]
  names.push('Kencom/Ambassadeur', ' a  b ', '\u00ad', '\u1230\u120b\u121d', '\u0645\u062d\u0645\u062f', 'L\u00b4A')
  const told = await db.sql<{ key: string }>('select app.name_key(n) as key from unnest($1::text[]) n', [names])
  expect(names.map(nameKey)).toEqual(told.map(({ key }) => key))
})

test('ranks a stage before a road and an operator of exactly its name', async () => {
  expect((await search('ngara')).map(({ type }) => type)).toEqual(['stop', 'sacco', 'route'])
})

test('expands the same of all words of up to four letters in highlights as in search', async () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const longer = (words: string[]) => words.flatMap((word) => letters.map((letter) => word + letter))
  const [two, three, four] = [longer(letters), longer(longer(letters)), longer(longer(longer(letters)))]
  const words = [...letters, ...two, ...three, ...four]
  const [row] = await db.sql<{ key: string }>('select app.search_key($1) as key', [words.join(' ')])
  const keys = row?.key.split(' ') ?? []
  expect(keys).toHaveLength(words.length)
  const expanded = words
    .map((word, at): [string, string] => [word, keys[at] ?? ''])
    .filter(([word, key]) => word !== key)
  expect(new Map(expanded)).toEqual(SPELLED_OUT)
})

test('returns the type and distinguishing detail of a hit', async () => {
  expect(await search('kda123a')).toEqual([
    {
      type: 'vehicle',
      id: SIMBA.id,
      title: 'KDA 123A',
      label: 'KDA 123A',
      subtitle: 'Simba 7',
      name: 'KDA 123A',
      words: ['kda123a'],
      score: 1,
      place: null,
    },
  ])
  expect(await search('thika road')).toMatchObject([{ type: 'corridor', id: THIKA_ROAD, subtitle: null, place: null }])
  expect(await search('kbs')).toMatchObject([{ type: 'sacco', id: CAFE, title: 'Café 100% Shuttle', name: 'KBS' }])
  expect(await search('kahawa')).toMatchObject([
    {
      type: 'route',
      id: ROUTE_45,
      title: '45',
      label: '45 Ngara – Githurai',
      subtitle: 'Ngara-Githurai',
      name: 'Kahawa West',
    },
  ])
  expect(await search('koja')).toMatchObject([
    { type: 'stop', id: KOJA.id, subtitle: '45', place: { lat: KOJA.lat, lng: KOJA.lng } },
  ])
})

describe('the order', () => {
  test('ranks exact, prefix, word and fuzzy matches, with falling scores between 0 and 1', async () => {
    await db.sql(
      `insert into app.saccos (id, slug, name) values (gen_random_uuid(), 'r1', 'Rafiki'), (gen_random_uuid(), 'r2', 'Rafiki Express'),
                                                     (gen_random_uuid(), 'r3', 'New Rafiki')`,
    )
    const hits = await search('rafiki')
    expect(hits.map((hit) => hit.title)).toEqual(['Rafiki', 'Rafiki Express', 'New Rafiki'])
    const scores = [...hits, ...(await search('rafikki'))].map((hit) => hit.score)
    expect(scores.slice(0, 3)).toEqual(scores.slice(0, 3).toSorted((a, b) => b - a))
    expect(Math.max(...scores.slice(3))).toBeLessThan(scores[2] ?? 0)
    expect(scores.every((score) => score > 0 && score <= 1)).toBe(true)
  })

  test('ranks a road by name before a route to a place of that name', async () => {
    await db.sql(`update app.trips set headsign = 'Thika' where route_id = $1`, [ROUTE_45])
    expect(await titles('thika')).toEqual(['Thika Road', '45'])
    expect(await titles('45')).toEqual(['45'])
    await db.sql(`update app.trips set headsign = 'Kahawa West' where route_id = $1`, [ROUTE_45])
  })

  test('ranks an exact plate before similar names', async () => {
    await db.sql(`insert into app.saccos (id, slug, name) values (gen_random_uuid(), 'kda', 'KDA 123A')`)
    expect((await search('KDA 123A')).map((hit) => hit.type)).toEqual(['vehicle', 'sacco'])
  })

  test('ranks nearby stops, corridors and routes first among equals', async () => {
    await db.sql(
      `insert into app.stops (id, feed, gtfs_id, name, name_key, kind, lat, lng)
       select ('00000000-0000-5000-8000-00000000010' || i)::uuid, 'test', 'J' || i, 'Junction', 'junction', 'stop', -1.2 - i * 0.05, 36.8
         from generate_series(1, 4) i`,
    )
    await db.sql(
      `insert into app.points_of_interest (id, feed, name, name_key, kind, lat, lng, routes)
       select s.id, s.feed, s.name, s.name_key, s.kind, s.lat, s.lng, '{}' from app.stops s where s.name = 'Junction'`,
    )
    const from = async (p_lat: number) => (await search('junction', { p_lat, p_lng: 36.8 })).map((hit) => hit.id.at(-1))
    expect(await from(-1.25)).toEqual(['1', '2', '3', '4'])
    expect(await from(-1.4)).toEqual(['4', '3', '2', '1'])
    const roads = async (p_lat: number, p_lng: number) => titles('road', { p_types: ['corridor'], p_lat, p_lng })
    expect(await roads(-1.2812, 36.81)).toEqual(['Test Road', 'Thika Road'])
    expect(await roads(-1.2, 36.92)).toEqual(['Thika Road', 'Test Road'])
  })
})

test.each([
  ['Mutarawka Rd', ['mutarawka rd', 'mutarawka road', 'MUTARAWKA RD.', 'mutarawka ro']],
  ['3rd Parklands Ave', ['3rd parklands ave', '3rd parklands avenue', '3rd parklands av']],
  ['Uhuru Highway', ['uhuru hwy', 'uhuru highway']],
  ['Ruiru Jct', ['ruiru jn', 'ruiru junction', 'ruiru jct']],
  ['St. Teresa', ['st teresa', 'st. t']],
])('finds %s by any abbreviation of its words', async (name, queries) => {
  await db.sql(`update app.points_of_interest set name = $2 where id = $1`, [ODEON.id, name])
  for (const q of queries) expect([q, (await titles(q))[0]]).toEqual([q, name])
  await db.sql(`update app.points_of_interest set name = 'Umoja Market' where id = $1`, [ODEON.id])
})

test('returns only the requested types, up to the limit', async () => {
  expect((await search('umo')).map((hit) => hit.type).toSorted()).toEqual(['sacco', 'stop'])
  expect(await titles('umo', { p_types: ['stop'] })).toEqual(['Umoja Market'])
  expect(await search('kda123a', { p_types: ['stop', 'route'] })).toEqual([])
  expect(await search('umo', { p_limit: 1 })).toHaveLength(1)
  expect(await search('umo', { p_types: [] })).toEqual([])
})

describe('a plate', () => {
  test.each([
    ['its beginning', ['kda 1', 'KDA12', 'kda123']],
    ['its number', ['123', '123A', '1 2 3 a']],
    ['one typo', ['kda 123b', 'kda 12a', 'kdaa 123a', 'kad 123a', 'kda 1234a', 'kda 132a']],
  ])('is found by %s', async (_, all) => {
    for (const q of all) expect([q, await titles(q, { p_types: ['vehicle'] })]).toEqual([q, ['KDA 123A']])
  })
  test.each('k|kd|kda|12|23a|da123a x|kdb 124a|kda 9|%kda1234%56|kda___a|V-7K3|V-7K3M9QXZ|КDА 123А'.split('|'))(
    'is not found by "%s"',
    async (q) => {
      expect(await titles(q, { p_types: ['vehicle'] })).toEqual([])
    },
  )
  test('returns at most five fuzzy matches', async () => {
    await db.sql(
      `insert into app.vehicles (plate, plate_key, public_code)
       select 'KZZ 10' || i || 'A', 'KZZ10' || i || 'A', 'V-0000000' || i from generate_series(0, 8) i`,
    )
    expect(await search('KZZ 10XA')).toHaveLength(5)
  })
  test('returns at most five vehicles by a number', async () => {
    await db.sql(
      `insert into app.vehicles (plate, plate_key, public_code)
       select 'KZY 77' || i || 'A', 'KZY77' || i || 'A', 'V-1000000' || i from generate_series(0, 8) i
       union all select 'KZ' || c || ' 777B', 'KZ' || c || '777B', 'V-100000A' || c from unnest('{A,B,C,D,E,F,G}'::text[]) c`,
    )
    expect(await search('777', { p_types: ['vehicle'] })).toHaveLength(5)
  })
})

test.each([
  '%',
  '_',
  '%%%%',
  '\\',
  '"',
  "'",
  "' or 1=1 --",
  ':*',
  '&|!()',
  '\u202e\u200f',
  '🚌🚌🚌',
  '   ',
  'x'.repeat(100),
  '"koja" & !odeon',
  'ا'.repeat(50),
])('treats "%s" as plain text, and finds nothing', async (q) => {
  expect(await search(q)).toEqual([])
})

test.each([
  ['an empty text', { p_q: '' }, 'q'],
  ['no text', { p_q: null }, 'q'],
  ['a text of over a hundred letters', { p_q: 'x'.repeat(101) }, 'q'],
  ['a type that there is not', { p_q: 'koja', p_types: ['rider'] }, 'types'],
  ['half a place', { p_q: 'koja', p_lat: -1.28 }, 'place'],
  ['a place off the earth', { p_q: 'koja', p_lat: 91, p_lng: 0 }, 'place'],
])('rejects %s, also on direct database calls', async (_, args, path) => {
  await expect(db.as('eve').rpc('search', args)).rejects.toMatchObject({ slug: 'invalid_request', detail: { path } })
})

test('finds a stop by its name in another script', async () => {
  await db.sql(`update app.points_of_interest set name = 'سوق أوديون' where id = $1`, [ODEON.id])
  expect(await titles('أوديون')).toEqual(['سوق أوديون'])
  await db.sql(`update app.points_of_interest set name = 'Umoja Market' where id = $1`, [ODEON.id])
})

test('refuses a search without signing in', async () => {
  await expect(db.as('anon').rpc('search', { p_q: 'koja' })).rejects.toMatchObject({ code: '42501' })
})

test('does not replace a typed number by another one', async () => {
  expect(await search('46')).toEqual([])
  expect(await titles('46 githurai')).toEqual([])
})
