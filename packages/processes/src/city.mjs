import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ROOT } from './processes.mjs'

const chosen = process.env.CITY || JSON.parse(readFileSync(join(ROOT, 'cities/default.json'), 'utf8')).city
const isPath = /[/\\]/.test(chosen)

/** The city that everything here runs for: a folder of `cities`, or the whole path of a folder elsewhere. */
export const CITY = isPath ? resolve(chosen) : chosen

/** Its settings, as they are written. */
export const readCitySettings = () => readFileSync(join(isPath ? CITY : join(ROOT, 'cities', CITY), 'city.json'))
