import { PLATE_KEY, plainText } from '@salama/domain/shared'

// Formats plates for input and display. Only the database decides whether two plates are the same.

// K and two letters (three on motorcycles and three-wheelers), three digits, and since 1989 one letter. Never I or O.
const LETTERS = 'K[A-HJ-NP-Z]{2,3}'
const LAST = '[A-HJ-NP-Z]?'
const KENYAN = new RegExp(`^(${LETTERS})(\\d{3}${LAST})$`)
const SEPARATE_L = new RegExp(`^(${LETTERS}) L(?=[0-9OIL]{2} ?${LAST}$)`)
const LIKE_DIGITS = new RegExp(`^(${LETTERS})([0-9OI][0-9OIL](?:[0-9OI]|L(?=.$)))(${LAST})$`)

/** Whether it has no other letters than those of plates and codes. */
export const isPlain = (typed: string) => /^[ -~\t\n\r\u00b7\u2010-\u2015\u2022\u2212]*$/.test(plainText(typed))

/** Uppercases only a to z: `toUpperCase` would turn a Turkish ı into an ordinary I. */
export const inCapitals = (typed: string) => typed.replace(/[a-z]+/g, (letters) => letters.toUpperCase())

/**
 * The key of a plate in any spelling: its letters and digits. I, O and some L between the letters are digits, as for
 * `app.plate_key`; a test compares the two.
 */
export function plateKey(typed: string): string {
  const text = inCapitals(plainText(typed))
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
  const key = text.replace(SEPARATE_L, '$1 1').replaceAll(' ', '')
  if (!/\d/.test(key)) return key
  return key.replace(
    LIKE_DIGITS,
    (_, letters: string, digits: string, last: string) =>
      `${letters}${digits.replaceAll('O', '0').replace(/[IL]/g, '1')}${last}`,
  )
}

/** Whether the database accepts it as a plate (`app.can_be_plate`; a test compares the two). */
export const canBePlate = (typed: string) => isPlain(typed) && PLATE_KEY.test(plateKey(typed))

/** The two parts of a Kenyan plate in any spelling. Null if there is any other letter, which must not be dropped. */
const partsOf = (typed: string) => (isPlain(typed) ? KENYAN.exec(plateKey(typed)) : null)

/**
 * A Kenyan plate with its space ("kda123a" → "KDA 123A"); any other form as typed, in capitals. No form is rejected,
 * and text with other letters is unchanged.
 */
export function formatPlate(typed: string): string {
  const parts = partsOf(typed)
  if (parts) return `${parts[1]} ${parts[2]}`
  return isPlain(typed) ? inCapitals(typed).trim() : typed
}

/** Whether it has a form of the city's plates (`app.is_usual_plate`; a test compares the two); others may be valid. */
export const looksLikePlate = (typed: string) => partsOf(typed) !== null
