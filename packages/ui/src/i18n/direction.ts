declare global {
  namespace Intl {
    interface Locale {
      getTextInfo(): { direction: 'ltr' | 'rtl' } // TypeScript does not know it yet
    }
  }
}

/** The direction in which a language is written, for the `dir` of a document. For servers: Firefox does not know it. */
export const directionOf = (language: string) => new Intl.Locale(language).getTextInfo().direction

/** Texts between marks of their direction: those in Latin letters have their full stop at their right in Arabic pages. */
export function apart(texts: object, direction: 'ltr' | 'rtl'): object {
  const [begin, end] = [direction === 'ltr' ? '\u2066' : '\u2067', '\u2069']
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => {
      if (typeof value === 'string') return [key, `${begin}${value}${end}`]
      return [key, Array.isArray(value) ? [begin, ...value, end] : apart(value, direction)]
    }),
  )
}
