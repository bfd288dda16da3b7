import { PLATE_KEY } from '@salama/domain/shared'

// Formats plates for input and display. Only the database decides whether two plates are the same.

// K and two letters (three on motorcycles and three-wheelers), three digits, and since 1989 one letter.
const KENYAN = /^(K[A-Z]{2,3})(\d{3}[A-Z]?)$/

export const isAscii = (typed: string) => /^[ -~]*$/.test(typed)

/** Uppercases only a to z: `toUpperCase` would turn a Turkish ı into an ordinary I. */
export const inCapitals = (typed: string) => typed.replace(/[a-z]+/g, (letters) => letters.toUpperCase())

/** The key of a plate in any spelling: its letters and digits. */
export const plateKey = (typed: string) => inCapitals(typed).replace(/[^A-Z0-9]/g, '')

/** Whether the database accepts it as a plate (`app.can_be_plate`; a test compares the two). */
export const canBePlate = (typed: string) => isAscii(typed) && PLATE_KEY.test(plateKey(typed))

/** The two parts of a Kenyan plate in any spelling. Null if there is any other letter, which must not be dropped. */
const partsOf = (typed: string) => (isAscii(typed) ? KENYAN.exec(plateKey(typed)) : null)

/**
 * A Kenyan plate with its space ("kda123a" → "KDA 123A"); any other form as typed, in capitals. No form is rejected,
 * and text with other letters is unchanged.
 */
export function formatPlate(typed: string): string {
  const parts = partsOf(typed)
  if (parts) return `${parts[1]} ${parts[2]}`
  return isAscii(typed) ? inCapitals(typed).trim() : typed
}

/** Whether it has a form of the city's plates (`app.is_usual_plate`; a test compares the two); others may be valid. */
export const looksLikePlate = (typed: string) => partsOf(typed) !== null
