// Help with typing and showing plates. What counts as the same plate is decided by the database alone.

// K and two letters (three on motorcycles and three-wheelers), three digits, and since 1989 one letter.
const KENYAN = /^(K[A-Z]{2,3})(\d{3}[A-Z]?)$/

export const isAscii = (typed: string) => /^[ -~]*$/.test(typed)

/** Capitals, for a to z alone: `toUpperCase` would make an ordinary I of a Turkish ı. */
export const inCapitals = (typed: string) => typed.replace(/[a-z]+/g, (letters) => letters.toUpperCase())

/** By which a plate is known again in any spelling: its letters and digits. */
export const plateKey = (typed: string) => inCapitals(typed).replace(/[^A-Z0-9]/g, '')

/** Whether the database takes it for a plate at all (`app.can_be_plate`; a test compares the two). */
export const canBePlate = (typed: string) => isAscii(typed) && /^(?=.*[0-9])[A-Z][A-Z0-9]{3,8}$/.test(plateKey(typed))

/** The two parts of a Kenyan plate in any spelling. Null where there is any other letter, which must not be dropped. */
const partsOf = (typed: string) => (isAscii(typed) ? KENYAN.exec(plateKey(typed)) : null)

/**
 * A Kenyan plate with its gap ("kda123a" → "KDA 123A"); any other form as it was typed, in capitals. No form is refused
 * here, and what holds a letter from elsewhere is left untouched.
 */
export function formatPlate(typed: string): string {
  const parts = partsOf(typed)
  if (parts) return `${parts[1]} ${parts[2]}`
  return isAscii(typed) ? inCapitals(typed).trim() : typed
}

/** Whether it has a form that the city's plates have (`app.is_usual_plate`; a test compares the two); others may be right. */
export const looksLikePlate = (typed: string) => partsOf(typed) !== null
