import { asksInjury, type Draft } from './draft.ts'

// The order of the steps. A crash has one more.

export type Step = 'category' | 'injury' | 'place' | 'vehicle' | 'send'

export const stepsOf = ({ category }: Draft): Step[] =>
  asksInjury(category) ? ['category', 'injury', 'place', 'vehicle', 'send'] : ['category', 'place', 'vehicle', 'send']

const isAnswered = (draft: Draft, step: Step) =>
  step === 'vehicle' ? hasVehicle(draft) : step !== 'send' && draft[step] !== undefined

const hasVehicle = ({ vehicle }: Draft) =>
  vehicle !== undefined && (vehicle.kind === 'none' || vehicle.text.trim().length >= 3)

/** The first step without an answer; `send` when all have one. */
export const nextStep = (draft: Draft): Step => stepsOf(draft).find((step) => !isAnswered(draft, step)) ?? 'send'

/** The answered steps before this one, to be shown and changed. */
export const answeredBefore = (draft: Draft, step: Step): Step[] => {
  const steps = stepsOf(draft)
  return steps.slice(0, steps.indexOf(step)).filter((each) => isAnswered(draft, each))
}

/** The step of a problem's path in the API. */
export function stepOfPath(path: string): Step {
  const field = path.split('.')[0]
  return field === 'category' || field === 'injury' || field === 'place' || field === 'vehicle' ? field : 'send'
}
