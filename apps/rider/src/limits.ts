// The contracts' numbers, which would bring their whole parser along. A test compares them.

/** Of the note of a report. */
export const MAX_NOTE = 2_000
/** Of an answer or an addition. */
export const MAX_WORDS = 1_000
