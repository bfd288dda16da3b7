/**
 * The codes of a single invalid value beyond its schema: `errors[].code` of an `invalid_request`, with a message for
 * developers. Most are raised by SQL (`app.fail`), `unknown`, `repeated` and `invalid_cursor` by reading requests. What
 * a schema refuses has zod's codes.
 */
export const FIELD_PROBLEMS = {
  invalid_value: 'Not an allowed value or format.',
  out_of_range: 'Out of range.',
  unknown_reference: 'The reference does not exist.',
  not_allowed_here: 'Not allowed with the other values, or for this resource.',
  required: 'Required with the other values.',
  unknown: 'Unknown parameter or field.',
  repeated: 'Sent more than once.',
  unprintable: 'Has letters that cannot be printed: Latin and Ethiopic ones can, and Arabic ones alone.',
  invalid_cursor: 'The cursor is invalid for these parameters, or has expired.',
} as const

export type FieldProblemCode = keyof typeof FIELD_PROBLEMS

export const isFieldProblemCode = (value: unknown): value is FieldProblemCode =>
  typeof value === 'string' && Object.hasOwn(FIELD_PROBLEMS, value)
