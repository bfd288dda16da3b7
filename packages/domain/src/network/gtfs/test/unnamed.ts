import type { GtfsProblem } from '../problems.ts'

/** Whether the console could say a fault in English only. */
export const isUnnamed = ({ codes, done }: GtfsProblem) =>
  codes.reason.length === 0 || (done !== null && codes.done.length === 0)
