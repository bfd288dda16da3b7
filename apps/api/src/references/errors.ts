import { operations } from '@salama/domain/contract'
import { problemExample } from '@salama/domain/problems'
import { ERRORS, type ErrorSlug } from '@salama/domain/shared'

/** Every code with its meaning, including those of the apps only, because each is the target of a problem's `type`. */
export const catalogue = (Object.keys(ERRORS) as ErrorSlug[]).map((code) => ({ code, ...ERRORS[code] }))

/** The operations that declare a code themselves; the others return it only for general reasons. */
export const operationsWith = (code: ErrorSlug) =>
  operations.filter(({ errors }) => errors.some((each) => each === code))

/** A sample problem as it appears in a response. */
export const exampleOf = (code: ErrorSlug, api: string) =>
  JSON.stringify(
    problemExample(code, { api, instance: operationsWith(code)[0]?.path ?? '/api/v1/incidents/nearby' }),
    null,
    2,
  )
