import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, strFromU8, unzipSync } from 'fflate'

// What only Nairobi has, to find it in the pages of another city: names of its places from its own folder, and words.

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path))

/** Also in what people do not see, such as the data of a page. */
const WORDS =
  /nairobi|kenya|Africa\/|digital matatus|\bntsa\b|kiswahili|swahili|\bmatatus?\b|\b1195\b|tel:116\b|\bK[A-D][A-Z] \d{3}[A-Z]\b/gi
/** What is another word in small letters. */
const SIGNS = /\bEAT\b|\bK(ES|Sh)\b/g
/** The API, its addresses and the programs that call it call an operator a sacco. */
const SEEN_WORDS = /(?<![/_:="'])\bsaccos?\b(?!:)|(?<!\/)\bstages?\b/gi
/** Names of places that are also words and names of texts (Wilson of statistics, Clay of colours). */
const OTHERS = new Set(
  'Adam Astro Boda Bumps Cargo China Clay Coast Congo Crown Dune Fancy Flats Globe Hardy Hass Japan Java Karen Mamba Manga Mass Post River Rocks Rocky Rubia Rupia Shade Shady Shell Sinai Sodom Sudan Toll Tulip Wilson'.split(
    ' ',
  ),
)

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}’']+/gu) ?? []
/** The values of a column of a CSV file. Line breaks inside quoted fields are not supported. */
function column(csv: string, name: string): string[] {
  const [head = [], ...rows] = csv.split(/\r?\n/).map((line) => line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? [])
  const at = head.findIndex((each) => each.replace(',', '').trim() === name)
  return rows.map((row) => (row[at] ?? '').replace(/,$/, '').replaceAll('"', '').trim())
}
const stopsOf = (city: string) =>
  column(
    strFromU8(
      unzipSync(read(`cities/${city}/gtfs.zip`), { filter: ({ name }) => name.endsWith('stops.txt') })['stops.txt'] ??
        new Uint8Array(),
    ),
    'stop_name',
  )
export const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn)
const messagesIn = (language: string) =>
  globSync(`{apps,packages}/*/messages/${language}.json`, { cwd: ROOT }).flatMap((file) =>
    textsIn(JSON.parse(read(file).toString())),
  )

/** Names of stops, roads and quarters, of four letters or more, that are no words of texts or of the other city. */
function placesOf(city: string): string[][] {
  const quarters: { features: { properties: { name?: string } }[] } = JSON.parse(
    strFromU8(gunzipSync(read('cities/nairobi/basemap/places.geojson.gz'))),
  )
  const known = new Set(
    [...messagesIn('en'), ...messagesIn('es'), ...stopsOf(city), read(`cities/${city}/city.json`).toString()]
      .flatMap(wordsOf)
      .map((word) => word.toLowerCase()),
  )
  const names = [
    ...stopsOf('nairobi'),
    ...column(read('cities/nairobi/corridors.csv').toString(), 'name'),
    ...column(read('cities/nairobi/operators.csv').toString(), 'pto_name'),
    ...quarters.features.map(({ properties }) => properties.name ?? ''),
  ]
  return [...new Set(names)]
    .map(wordsOf)
    .filter(
      (name) =>
        !OTHERS.has(name.join(' ')) && name.join('').length >= 4 && name.some((word) => !known.has(word.toLowerCase())),
    )
}

/** Finds in a text, and in what of it people see, what is of Nairobi. */
export function finder(city: string) {
  const places = Map.groupBy(placesOf(city), ([first]) => first ?? '')
  const placesIn = (text: string) => {
    const words = wordsOf(text)
    return words.flatMap((word, at) =>
      (places.get(word) ?? [])
        .filter((name) => name.every((each, n) => words[at + n] === each))
        .map((name) => name.join(' ')),
    )
  }
  return {
    places: [...places.values()].flat().length,
    find: (text: string, seen: string) => [
      ...new Set([
        ...(text.match(WORDS) ?? []),
        ...(text.match(SIGNS) ?? []),
        ...(seen.match(SEEN_WORDS) ?? []),
        ...placesIn(text),
      ]),
    ],
  }
}

/** English sentences of the apps that a page in another language should not have. */
export function englishIn(language: string) {
  const own = new Set(messagesIn(language))
  const sentences = [...new Set(messagesIn('en'))].filter(
    (text) => wordsOf(text).length >= 4 && !/[{<%]/.test(text) && !own.has(text),
  )
  return (seen: string) => sentences.filter((text) => seen.includes(text))
}
