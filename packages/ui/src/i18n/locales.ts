import { CITY } from '@salama/domain/shared'

// A separate module for code that must not import the routing, such as a service worker.

/** The languages of the city, in its order. */
export const LOCALES = CITY.languages
export type Locale = string

/** The language that a URL, a browser or a document names; the city's first if it is none of ours. */
export const localeOf = (name: string | null | undefined): Locale => LOCALES.find((each) => each === name) ?? LOCALES[0]
