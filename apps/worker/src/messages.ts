import { readTexts } from '@salama/domain/city-files'
import { languagesFor, mergeTexts } from '@salama/domain/city-words'
import { CITY } from '@salama/domain/shared'
import type shared from '@salama/ui/messages/en.json'
import type own from '../messages/en.json'

type Messages = typeof shared & typeof own

const all = new Map(
  CITY.languages.map((locale) => {
    const texts = languagesFor(locale).map(
      (each) => [each, { ...readTexts('packages/ui', each), ...readTexts('apps/worker', each) }] as const,
    )
    return [locale, mergeTexts(texts) as Messages] as const // the English ones, which have all, are behind the others
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
