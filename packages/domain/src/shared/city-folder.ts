import { chosenCity } from './env.ts'

// Also bundled for browsers, which never call it: it asks for Node's modules by name, and imports none.

/**
 * The folder of the chosen city, and its name: `cities/<CITY>` above this file or the working directory, without CITY
 * that of `cities/default.json`.
 */
export function cityFolder(): { name: string; path: string } {
  const { existsSync, readFileSync } = process.getBuiltinModule('node:fs')
  const { basename, dirname, join, resolve } = process.getBuiltinModule('node:path')
  const chosen = chosenCity()
  const isPath = chosen !== undefined && /[/\\]/.test(chosen)
  // A bundle does not know where its source was; the apps run in their own folders.
  for (const start of [import.meta.dirname, process.cwd()]) {
    for (let at = start; at; at = dirname(at) === at ? '' : dirname(at)) {
      const usual = join(at, 'cities/default.json')
      if (!isPath && !existsSync(usual)) continue
      const path = isPath ? resolve(chosen) : join(at, 'cities', chosen ?? JSON.parse(readFileSync(usual, 'utf8')).city)
      if (existsSync(join(path, 'city.json'))) return { name: basename(path), path }
    }
  }
  throw new Error(`CITY=${chosen}: there is no ${isPath ? chosen : `cities/${chosen}`}/city.json.`)
}

/**
 * The texts that the folder of the chosen city has for a part of the product, such as `rider`:
 * `messages/<language>/<part>.json`, in which any text can be missing.
 */
export function readCityTexts(part: string, language: string): object {
  const { existsSync, readFileSync } = process.getBuiltinModule('node:fs')
  const file = `${cityFolder().path}/messages/${language}/${part}.json`
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** The settings of the chosen city as they are written; `npm start` and builds have checked them. */
export function readCityJson(): string {
  const { readFileSync } = process.getBuiltinModule('node:fs')
  return readFileSync(`${cityFolder().path}/city.json`, 'utf8')
}
