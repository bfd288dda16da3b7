import { canBePlate } from '@salama/ui/incidents/plate.ts'
import type { Draft } from './draft.ts'

// The steps of the form: the category, the place where the phone does not know it, and the rest with the send button.

export type Step = 'category' | 'place' | 'send'

/** The first step without an answer; `send` when all have one. */
export const nextStep = ({ category, place }: Draft): Step =>
  category === undefined ? 'category' : place === undefined ? 'place' : 'send'

/** What is wrong with the vehicle, as the server would say; null if nothing is, or there is none. */
export function vehicleProblem({ vehicle }: Pick<Draft, 'vehicle'>, isUnknown: boolean): 'plate' | 'code' | null {
  const text = vehicle?.text.trim() ?? ''
  if (vehicle === undefined || text === '') return null
  if (vehicle.kind === 'code') return isUnknown ? 'code' : null
  return canBePlate(text) ? null : 'plate'
}

/** The part of the form that a problem's path in the API belongs to. */
export function partOfPath(path: string): Part | null {
  const field = path.split('.')[0]
  return PARTS.find((part) => part === field) ?? null
}
export type Part = (typeof PARTS)[number]
const PARTS = ['category', 'injury', 'place', 'vehicle', 'note', 'occurredAt'] as const
