import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ROOT } from './processes.mjs'

const CITIES = join(ROOT, 'cities')
const chosen = process.env.CITY || JSON.parse(readFileSync(join(CITIES, 'default.json'), 'utf8')).city

/**
 * The name in full: a folder of `cities`, or the whole path of a folder elsewhere.
 * @param {string} city
 */
export const wholeName = (city) => (/[/\\]/.test(city) ? resolve(city) : city)

/** @param {string} city */
export const folderOf = (city) => resolve(CITIES, wholeName(city))

/** @param {string} city */
export const isCity = (city) => existsSync(join(folderOf(city), 'city.json'))

/** Those that are here. */
export const knownCities = () => readdirSync(CITIES).filter(isCity)

/** The city that everything here runs for. */
export const CITY = wholeName(chosen)

/** Its settings, as they are written. */
export const readCitySettings = () => readFileSync(join(folderOf(CITY), 'city.json'))

/** What its folder has of texts, which a build compiles. */
export function readCityMessages() {
  const folder = join(folderOf(CITY), 'messages')
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const texts = files.filter((file) => file.endsWith('.json')).toSorted()
  return texts.flatMap((file) => [file, readFileSync(join(folder, file))])
}

/**
 * Why what is built may not be started: it has the settings of another city, or those before, with their help lines. A build
 * keeps what it was made with.
 * @param {string} app its folder
 */
export function whyOtherCity(app) {
  const { env } = JSON.parse(readFileSync(join(app, '.next/required-server-files.json'), 'utf8')).config
  const built = { ...JSON.parse(env.SALAMA_CITY), ...JSON.parse(env.SALAMA_CITY_WORDS) }
  const settings = JSON.parse(readCitySettings().toString())
  if (Object.keys(built).every((name) => isDeepStrictEqual(built[name], settings[name]))) return undefined
  const name = Object.values(built.name)[0]
  return `${app} was built for ${name} with other settings than those of CITY=${CITY}: npm run build`
}
