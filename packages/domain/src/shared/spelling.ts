// How texts are compared: as SQL does it, for what a phone searches itself. Tests compare the two.

const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]|\u034f/gu
/** All forms of an apostrophe; in a character class. */
export const APOSTROPHES = "'`\u00b4\u2018\u2019\u02b9\u02bb\u02bc\u02bd\u2032"

const SEARCHED = /[\p{L}\p{N}]/u
/** A typed text that can be searched for; empty where it has no letter and no digit, which finds nothing. */
export const searched = (text: string) => (SEARCHED.test(text) ? text.trim() : '')

/** `app.plain_text`: full-width and other forms of a letter as the letter, without invisible characters. */
export const plainText = (text: string) => text.normalize('NFKC').replace(INVISIBLE, '')

/**
 * `app.name_key`: lower case, without accents, punctuation, apostrophes. What Unicode does not take apart (`ø`) stays.
 */
export const nameKey = (name: string) =>
  plainText(name.replaceAll(new RegExp(`[${APOSTROPHES}]`, 'g'), ''))
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
