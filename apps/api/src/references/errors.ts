import { operations } from '@salama/domain/contract'
import { ERRORS, type ErrorSlug } from '@salama/domain/shared'

/** Every code with what it means. Codes of our apps alone are in it as well: a problem's `type` must lead somewhere. */
export const catalogue = (Object.keys(ERRORS) as ErrorSlug[]).map((code) => ({ code, ...ERRORS[code] }))

/** The operations of the API that name a code among their own errors; the others answer with it only for general reasons. */
export const operationsWith = (code: ErrorSlug) =>
  operations.filter(({ errors }) => errors.some((each) => each === code))

/** A problem as it arrives, for showing. */
export const exampleOf = (code: ErrorSlug, api: string) =>
  JSON.stringify(
    {
      type: `${api}/errors/${code}`,
      title: ERRORS[code].title,
      status: ERRORS[code].status,
      code,
      instance: operationsWith(code)[0]?.path ?? '/api/v1/incidents/nearby',
      requestId: '0d9c2f0e-6a3f-4f7e-9a0e-3a1b8f2f7c55',
    },
    null,
    2,
  )
