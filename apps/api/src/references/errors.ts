import { operations } from '@salama/domain/contract'
import { problemExample } from '@salama/domain/problems'
import { ERRORS, type ErrorSlug } from '@salama/domain/shared'

/** Every code with what it means. Codes of our apps alone are in it as well: a problem's `type` must lead somewhere. */
export const catalogue = (Object.keys(ERRORS) as ErrorSlug[]).map((code) => ({ code, ...ERRORS[code] }))

/** The operations of the API that name a code among their own errors; the others answer with it only for general reasons. */
export const operationsWith = (code: ErrorSlug) =>
  operations.filter(({ errors }) => errors.some((each) => each === code))

/** A problem as it arrives, for showing. */
export const exampleOf = (code: ErrorSlug, api: string) =>
  JSON.stringify(
    problemExample(code, { api, instance: operationsWith(code)[0]?.path ?? '/api/v1/incidents/nearby' }),
    null,
    2,
  )
