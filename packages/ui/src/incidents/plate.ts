/** A plate as it is stored: capital letters and digits, nothing between them. */
export const normalisePlate = (typed: string) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

// K and two letters (three on motorcycles and three-wheelers), three digits, and since 1989 one letter.
const KENYAN = /^(K[A-Z]{2,3})(\d{3}[A-Z]?)$/

/** A Kenyan plate with its gap ("kda123a" → "KDA 123A"); any other form in capitals, as it was typed. Forms are never refused here. */
export function formatPlate(typed: string): string {
  const parts = KENYAN.exec(normalisePlate(typed))
  return parts ? `${parts[1]} ${parts[2]}` : typed.toUpperCase().trim()
}

/** Whether it has the form of a plate that a matatu can have today; others may still be right. */
export const looksLikePlate = (typed: string) => KENYAN.test(normalisePlate(typed))
