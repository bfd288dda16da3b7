import { CITY } from './city.ts'

/** The languages in which admins write assignments: the city's first, and its second for fields that end in `Sw`. */
export const [WRITTEN_IN, TRANSLATED_INTO] = CITY.languages

/** A text, or for a reader of the second language its translation, if there is one. */
export const inLanguage = (locale: string, text: string, translation: string | null) =>
  (locale === TRANSLATED_INTO ? translation : null) ?? text
