import en from '../../messages/en.json' with { type: 'json' }
import es from '../../messages/es.json' with { type: 'json' }
import sw from '../../messages/sw.json' with { type: 'json' }
import { CITY } from './city.ts'
import { readCityTexts } from './city-folder.ts'
import { behind, languagesFor, mergeTexts } from './city-words.ts'

type Of = Record<string, string>
type Texts = {
  sticker: { title: string; text: string }
  faults: Of
  alert: { near: string; category: Of; sure: Of }
  xlsForm: { label: Of; hint: Of; constraint_message: Of; sticker: Of; finding: Of; other: string }
}

/** What leaves in files that this package makes, and on stickers: the texts in each language of the city, in its order. */
export async function ownTexts(): Promise<Record<string, Texts>> {
  const all = languagesFor(CITY.languages[0]).map((each) => [each, textsIn(each)] as const)
  return Object.fromEntries(
    CITY.languages.map((language) => {
      const own = all.toSorted(([a], [b]) => Number(b === language) - Number(a === language))
      return [language, mergeTexts(own) as Texts] // a test holds the English ones to it
    }),
  )
}

const OWN: Readonly<Record<string, object>> = { en, es, sw }

/** None, for a language that the city alone has and that lacks these. */
function textsIn(language: string): object {
  // A browser, which makes a file too, has none of the city's folder: there what that alone has is in the next language.
  return behind('document' in globalThis ? {} : readCityTexts('domain', language), OWN[language] ?? {})
}
