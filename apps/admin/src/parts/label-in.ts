/** A label of the database: English in a language that it does not have. */
export const labelIn = (label: ({ en: string } & Record<string, string>) | null | undefined, locale: string) =>
  label?.[locale] ?? label?.en
