import { readFileSync } from 'node:fs'
import { inCityWords } from '@salama/domain/city-words'
import { CITY } from '@salama/domain/shared'
import type shared from '@salama/ui/messages/en.json'
import type own from '../messages/en.json'

type Messages = typeof shared & typeof own

const read = (folder: string, locale: string): object =>
  JSON.parse(readFileSync(new URL(`${folder}/${locale}.json`, import.meta.url), 'utf8'))

const all = new Map(
  CITY.languages.map((locale) => {
    const texts = { ...read('../../../packages/ui/messages', locale), ...read('../messages', locale) }
    return [locale, inCityWords(texts, locale) as Messages] as const // a test compares the files of all languages
  }),
)

/** The texts in a language of the city, else in its first, for `createTranslator`. */
export function textsIn(locale: string) {
  const [first] = CITY.languages
  const language = all.has(locale) ? locale : first
  const messages = all.get(language)
  if (!messages) throw new Error(`There are no messages in ${language}.`)
  return { locale: language, messages, timeZone: CITY.timeZone }
}
