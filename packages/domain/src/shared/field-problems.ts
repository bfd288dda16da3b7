/**
 * The codes of a single invalid value beyond its schema: `errors[].code` of an `invalid_request`, with a message for
 * developers. Most are raised by SQL (`app.fail`); `unknown` and `repeated` by request parsing, `invalid_cursor` by
 * cursor decoding. Schema failures have the codes of zod; failures with a slug of their own, like an unknown stop,
 * have that.
 */
export const FIELD_PROBLEMS = {
  invalid_value: 'Not one of the values, or not of the form, that is taken here.',
  out_of_range: 'Too early or too late, too little or too much.',
  unknown_reference: 'There is nothing of this name that you could mean here.',
  not_allowed_here: 'This does not go together with the rest of what was sent, or with what it is about.',
  required: 'This is needed, with the rest of what was sent.',
  unknown: 'There is no parameter or field of this name.',
  repeated: 'Send this once.',
  invalid_cursor: 'Not a cursor of this list with these parameters, or an outdated one.',
} as const

export type FieldProblemCode = keyof typeof FIELD_PROBLEMS

export const isFieldProblemCode = (value: unknown): value is FieldProblemCode =>
  typeof value === 'string' && Object.hasOwn(FIELD_PROBLEMS, value)
