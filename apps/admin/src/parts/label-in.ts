/** A label of the database, which has them in English and Swahili: English in every other language. */
export const labelIn = (label: { en: string; sw: string } | null | undefined, locale: string) =>
  locale === 'sw' ? label?.sw : label?.en
