import type { components } from './generated/api.ts'

/** RFC 9457 problem details. Branch on `code`; it is permanent. */
export type Problem = components['schemas']['Problem']

/** Thrown where a call cannot give an error back: while a list or changes are read. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly problem: Problem
  constructor(problem: Problem, message = `${problem.code}: ${problem.title} (request ${problem.requestId})`) {
    super(message)
    this.problem = problem
  }
}

/** The cursor is older than 30 days, or not one: delete the copy, and watch again without a cursor. */
export class CursorExpiredError extends ApiError {
  override name = 'CursorExpiredError'
  constructor(problem: Problem) {
    super(problem, 'The cursor has expired: delete your copy, and watch again without a cursor.')
  }
}
