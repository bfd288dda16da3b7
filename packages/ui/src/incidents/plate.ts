import { CITY, PLATE_KEY, plainText } from '@salama/domain/shared'

// Formats plates for input and display. Only the database decides whether two plates are the same.

const USUAL = new RegExp(CITY.plates.usual)
const lookAlikes = (isSpaced: boolean) =>
  CITY.plates.lookAlikes.filter(({ spaced }) => spaced === isSpaced).map(({ pattern }) => new RegExp(pattern))
const SPACED = lookAlikes(true)
const TOGETHER = lookAlikes(false)

/** The text with digits for the letters in the second of three groups of each pattern that it has. */
const withDigits = (text: string, patterns: RegExp[]) =>
  patterns.reduce(
    (read, pattern) =>
      read.replace(
        pattern,
        (_, before: string, digits: string, after: string) =>
          `${before}${digits.replaceAll('O', '0').replace(/[IL]/g, '1')}${after}`,
      ),
    text,
  )

/** Whether it has no other letters than those of plates and codes. */
export const isPlain = (typed: string) => /^[ -~\t\n\r\u00b7\u2010-\u2015\u2022\u2212]*$/.test(plainText(typed))

/** Uppercases only a to z: `toUpperCase` would turn a Turkish ı into an ordinary I. */
export const inCapitals = (typed: string) => typed.replace(/[a-z]+/g, (letters) => letters.toUpperCase())

/**
 * A plate's letters and digits; I, O, L as digits where plates have digits only, as `app.plate_key` (a test compares).
 */
export function plateKey(typed: string): string {
  const text = inCapitals(plainText(typed))
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
  const key = withDigits(text, SPACED).replaceAll(' ', '')
  return /\d/.test(key) ? withDigits(key, TOGETHER) : key
}

/** Whether the database accepts it as a plate (`app.can_be_plate`; a test compares the two). */
export const canBePlate = (typed: string) => isPlain(typed) && PLATE_KEY.test(plateKey(typed))

/** The two parts of a usual plate in any spelling. Null if there is any other letter, which must not be dropped. */
const partsOf = (typed: string) => (isPlain(typed) ? USUAL.exec(plateKey(typed)) : null)

/** A usual plate with its space ("kda123a" → "KDA 123A"); any other as typed, in capitals. None is rejected. */
export function formatPlate(typed: string): string {
  const parts = partsOf(typed)
  if (parts) return `${parts[1]} ${parts[2]}`
  return isPlain(typed) ? inCapitals(typed).trim() : typed
}

/** Whether it has a form of the city's plates (`app.is_usual_plate`; a test compares the two); others may be valid. */
export const looksLikePlate = (typed: string) => partsOf(typed) !== null
