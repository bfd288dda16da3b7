declare global {
  namespace Intl {
    interface Locale {
      getTextInfo(): { direction: 'ltr' | 'rtl' } // TypeScript does not know it yet
    }
  }
}

/** The direction in which a language is written, for the `dir` of a document. For servers: Firefox does not know it. */
export const directionOf = (language: string) => new Intl.Locale(language).getTextInfo().direction
