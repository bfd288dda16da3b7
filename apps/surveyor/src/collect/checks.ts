import type { Check } from '@/field-state/draft.ts'

/** The same list as the contract's, which would bring its whole parser along. A test compares the two. */
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
