import { CITY } from './city.ts'
import { readCityTexts } from './city-folder.ts'
import { behind, languagesFor, mergeTexts } from './city-words.ts'

type Of = Record<string, string>
type Texts = {
  sticker: { title: string; text: string }
  faults: Of
  xlsForm: { label: Of; hint: Of; constraint_message: Of; sticker: Of; finding: Of; other: string }
}

/** What leaves in files that this package makes, and on stickers: the texts in each language of the city, in its order. */
export async function ownTexts(): Promise<Record<string, Texts>> {
  const all = await Promise.all(
    languagesFor(CITY.languages[0]).map(async (each) => [each, await textsIn(each)] as const),
  )
  return Object.fromEntries(
    CITY.languages.map((language) => {
      const own = all.toSorted(([a], [b]) => Number(b === language) - Number(a === language))
      return [language, mergeTexts(own) as Texts] // a test holds the English ones to it
    }),
  )
}

/** None, for a language that the city alone has and that lacks these. */
async function textsIn(language: string): Promise<object> {
  const own = await import(`../../messages/${language}.json`).catch(() => ({ default: {} }))
  // A browser, which makes a file too, has none of the city's folder: there what that alone has is in the next language.
  return behind('document' in globalThis ? {} : readCityTexts('domain', language), own.default)
}
