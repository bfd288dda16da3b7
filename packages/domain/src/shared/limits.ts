// How much is taken, where a page says so before anything is sent. SQL holds the same bounds; the tests of what they bound
// go by these numbers. No shapes here: a page that knows a number needs no library that checks shapes.

/** Photos of a report or a collection entry. */
export const MAX_PHOTOS = 3

/** Additions to a report. */
export const MAX_ADDITIONS = 3

/** Characters of a note, with a report or a collection entry. */
export const MAX_NOTE = 2_000

/** Characters that a reporter writes to the reviewers after the report. */
export const MAX_WORDS = 1_000

/** Tries at one quiz in any hour. */
export const MAX_QUIZ_TRIES = 5

/** Why somebody with power did something, in characters. */
export const REASON_LENGTH = { minLength: 3, maxLength: 500 } as const

/** Letters and digits of a certificate's code, and of each group in which it is written. */
export const CERTIFICATE_CODE = { length: 20, group: 5 } as const
