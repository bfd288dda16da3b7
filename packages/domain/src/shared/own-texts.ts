import { CITY } from './city.ts'
import { inCityWords } from './city-words.ts'

type Of = Record<string, string>
type Texts = {
  sticker: { title: string; text: string }
  xlsForm: { label: Of; hint: Of; constraint_message: Of; sticker: Of; finding: Of; other: string }
}

/** What leaves in files that this package makes, and on stickers: the texts in each language of the city, in its order. */
export async function ownTexts(): Promise<Record<string, Texts>> {
  const all = CITY.languages.map(async (language): Promise<[string, Texts]> => {
    const { default: texts } = await import(`../../messages/${language}.json`)
    return [language, inCityWords(texts, language)]
  })
  return Object.fromEntries(await Promise.all(all))
}
