import type { Check } from '@/field-state/draft.ts'

/** A copy of the contract's list, because importing it would bundle the whole parser. A test compares the two. */
export const CHECKS = [
  'tyres',
  'lights',
  'mirrors',
  'doors',
  'windows',
  'seats',
  'seatBelts',
  'fireExtinguisher',
  'firstAidKit',
  'speedGovernor',
  'emergencyExit',
  'routeSign',
] as const satisfies readonly Check[]
