import { z } from 'zod'
import { ERRORS, type ErrorSlug, isErrorSlug, type ProblemDetail } from '../shared/errors.ts'
import { FIELD_PROBLEMS, type FieldProblemCode, isFieldProblemCode } from '../shared/field-problems.ts'

/** SQL gives path and code; the messages are in the catalogues. A lone `path` is one problem at that path. */
export function readDetail(slug: ErrorSlug, details: string | null): ProblemDetail {
  if (!details) return {}
  const { path, code, errors, ...members } = RpcDetail.parse(JSON.parse(details))
  const alone = code ?? (slug === 'invalid_request' ? 'invalid_value' : slug)
  const problems = errors ?? (path === undefined ? [] : [{ path, code: alone }])
  return {
    ...members,
    ...(problems.length > 0 && { errors: problems.map((p) => ({ ...p, message: wordsFor(p.code) })) }),
  }
}

const wordsFor = (code: ErrorSlug | FieldProblemCode) =>
  isFieldProblemCode(code) ? FIELD_PROBLEMS[code] : ERRORS[code].title

const Code = z.union([z.custom<FieldProblemCode>(isFieldProblemCode), z.custom<ErrorSlug>(isErrorSlug)])
const RpcDetail = z.looseObject({
  path: z.string().optional(),
  code: Code.optional(),
  errors: z.array(z.object({ path: z.string(), code: Code })).optional(),
})
