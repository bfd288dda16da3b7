import { CITY } from './city.ts'
import { readCityJson } from './city-folder.ts'
import type { CityFile } from './city-schema.ts'
import { CITY_WORDS_IN_BUILD } from './env.ts'

// For servers and tests: pages get their texts with the words in them.

/** What texts say of the city. */
export const CITY_TEXTS: Readonly<
  Pick<CityFile, 'words' | 'credits' | 'streets' | 'licence' | 'dataLicence' | 'quickExit'>
> = JSON.parse(CITY_WORDS_IN_BUILD ?? readCityJson())

/** The licence of what riders reported. Routes, stops and streets keep theirs. */
export const DATA_LICENCE = CITY_TEXTS.dataLicence ?? {
  name: 'Creative Commons Attribution 4.0 International (CC BY 4.0)',
  url: 'https://creativecommons.org/licenses/by/4.0/',
}

/** The words for `%name%` in a text. */
function wordsIn(wanted: string): Record<string, string> {
  const language = CITY.languages.includes(wanted) ? wanted : CITY.languages[0] // behind all of them are English texts
  const anyOf = (list: string[]) =>
    new Intl.ListFormat(CITY.formats[language] ?? language, { type: 'disjunction' }).format(list)
  return {
    ...CITY_TEXTS.words[language],
    city: CITY.name[language] ?? '',
    plate: CITY.plates.examples[0] ?? '',
    stopExamples: anyOf(CITY.examples.stops),
    emergency: anyOf(CITY.helplines.filter((line) => line.emergency).map(({ number }) => number)),
    credits: CITY_TEXTS.credits.map(({ name }) => name).join(', '),
    streetsAbout: CITY_TEXTS.streets[language] ?? '',
    dataLicence: DATA_LICENCE.name,
    creditsAbout: [
      ...CITY_TEXTS.credits.map(({ about }) => about[language]),
      ...(CITY_TEXTS.licence ? [[CITY_TEXTS.licence.name, CITY_TEXTS.licence.url].filter(Boolean).join(', ')] : []),
    ].join('; '),
  }
}

/** Where a text is looked for: in its language, in the city's others in their order, in English. */
export const languagesFor = (language: string): string[] => [...new Set([language, ...CITY.languages, 'en'])]

/** Texts of several languages as one, with the words of the city: each is of the first language that has it. */
export const mergeTexts = (texts: readonly (readonly [language: string, texts: object])[]): object =>
  texts.map(([language, each]) => inCityWords(each, language)).reduce(behind, {})

/** `first`, and of `second` what it lacks, as deep as they are. */
export function behind(first: object, second: object): object {
  const known = new Map<string, unknown>(Object.entries(first))
  for (const [key, value] of Object.entries(second)) {
    const own = known.get(key)
    known.set(key, isTree(own) && isTree(value) ? behind(own, value) : (own ?? value))
  }
  return Object.fromEntries(known)
}

/** A compiled message is an array. */
const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

const capital = (word: string) => word.charAt(0).toLocaleUpperCase() + word.slice(1)

/**
 * A text, or all texts of an object as deep as they are, with the words of the city for `%stop%`, `%Stops%` (with a
 * capital) and so on. @throws {Error} for a word that no city has
 */
export function inCityWords<T>(texts: T, language: string): T {
  const words = wordsIn(language)
  const wordOf = (whole: string, name: string) => {
    const found = words[name] ?? words[name.charAt(0).toLowerCase() + name.slice(1)]
    if (found === undefined) throw new Error(`No city says what ${whole} is in ${language}.`)
    return words[name] === undefined ? capital(found) : found
  }
  const said = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(/%([A-Za-z]+)%/g, wordOf)
    if (Array.isArray(value)) return value.map(said)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, said(each)]))
  }
  return said(texts) as T // the same shape: only texts changed
}
