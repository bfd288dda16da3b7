import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { cityFolder, readCityTexts } from '../shared/city-folder.ts'
import { type CityFile, parseCity } from '../shared/city-schema.ts'
import { behind } from '../shared/city-words.ts'
import type { Rpc } from './server-rpc.ts'

/** What a folder of a city may have, by the name of the file or folder. docs/another-city.md says what each is. */
const FILES = {
  feed: 'gtfs.zip',
  corridors: 'corridors.csv',
  routeCorridors: 'route_corridors.csv',
  border: 'border.geojson',
  register: 'operators.csv',
  areas: 'basemap/places.geojson.gz',
  basemap: 'basemap',
  courses: 'courses',
  documents: 'documents',
  demo: 'demo.json',
} as const

/** The path of a part of the chosen city, or of another one's folder; undefined if the city has none. */
export function cityFile(part: keyof typeof FILES, folder: string = cityFolder().path): string | undefined {
  const path = join(folder, FILES[part])
  return existsSync(path) ? path : undefined
}

/** The same for a loader that was given no path. @throws {Error} that names what is missing */
export function neededCityFile(part: keyof typeof FILES): string {
  const found = cityFile(part)
  if (found === undefined) throw new CityLacks(`There is no ${join(cityFolder().path, FILES[part])}.`)
  return found
}

export class CityLacks extends Error {}

/** The city's own feed, with its corridors and its border where it has them, ready for `importGtfs({ …, rpc })`. */
export function cityFeed() {
  const source = cityFile('feed')
  if (source === undefined) return undefined
  return {
    source,
    feed: cityFolder().name,
    trunksCsv: cityFile('corridors'),
    corridorsCsv: cityFile('routeCorridors'),
    outlineGeojson: cityFile('border'),
  }
}

/** Gives the database the settings of the chosen city, in place of those before. */
export const loadCity = (rpc: Rpc): Promise<unknown> => rpc('load_city', { p_city: citySettings() })

/** What the database has to know: also whether there is a course without which nobody is sent out, loaded yet or not. */
export const citySettings = () => ({
  ...readCity(),
  hasSurveyorCourse: existsSync(join(cityFolder().path, FILES.courses, 'surveyor-basics')),
})

/** Reads and checks the settings of the chosen city. @throws {Error} that names each fault */
export function readCity(): CityFile {
  const file = join(cityFolder().path, 'city.json')
  return parseCity(readFileSync(file, 'utf8'), file)
}

/** Of the project: for commands and builds, because a bundle does not know where its source was. */
const root = () => join(import.meta.dirname, '../../../..')

/** The texts of a part of the product, such as `apps/rider`, over which are those of the city; empty where there are none. */
export function readTexts(folder: string, language: string): object {
  const file = join(root(), folder, 'messages', `${language}.json`)
  const own = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return behind(readCityTexts(basename(folder), language), own)
}

/** Of each language of a city: how many texts there are in English, and which of them it lacks. */
export function missingTexts({ languages }: CityFile) {
  const folders = globSync('{apps,packages}/*/messages/en.json', { cwd: root() }).map((file) => dirname(dirname(file)))
  const all = folders.flatMap((folder) => namesOf(readTexts(folder, 'en'), folder))
  return languages.map((language) => {
    const known = new Set(folders.flatMap((folder) => namesOf(readTexts(folder, language), folder)))
    return { language, all: all.length, missing: all.filter((name) => !known.has(name)) }
  })
}

const namesOf = (value: unknown, path: string): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, each]) => namesOf(each, `${path} ${key}`))
    : [path]
