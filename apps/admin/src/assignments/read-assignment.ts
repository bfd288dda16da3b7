import { type ASKED_FACTS, fromCityTime, MAX_ASSIGNMENT, MIN_MINUTES } from '@salama/domain/shared'

export const KINDS = ['stage_count', 'vehicle_survey'] as const

export const EMPTY_WORDS = {
  title: '',
  instructions: '',
  titleSw: '',
  instructionsSw: '',
  dueAt: '',
  slotCount: '3',
  vehicles: '',
  minutes: '',
}

type Typed = {
  kind: (typeof KINDS)[number]
  words: typeof EMPTY_WORDS
  facts: readonly (typeof ASKED_FACTS)[number][]
}

/** An optional whole number within limits: null for none. */
function numberIn(text: string, min: number, max: number): number | null | 'wrong' {
  if (text.trim() === '') return null
  const number = Number(text)
  return Number.isInteger(number) && number >= min && number <= max ? number : 'wrong'
}

/** What was typed, as the body of the request without its place, and which fields are wrong. */
export function readAssignment({ kind, words, facts }: Typed) {
  const slotCount = numberIn(words.slotCount, 1, MAX_ASSIGNMENT.slots)
  const vehicles = numberIn(words.vehicles, 1, MAX_ASSIGNMENT.vehicles)
  const minutes = kind === 'stage_count' ? numberIn(words.minutes, MIN_MINUTES, MAX_ASSIGNMENT.minutes) : null
  const body = {
    kind,
    title: words.title.trim(),
    instructions: words.instructions.trim(),
    ...(words.titleSw.trim() && { titleSw: words.titleSw.trim() }),
    ...(words.instructionsSw.trim() && { instructionsSw: words.instructionsSw.trim() }),
    ...(words.dueAt && { dueAt: fromCityTime(words.dueAt).toISOString() }),
    slotCount: Number(words.slotCount),
    quota: {
      ...(typeof vehicles === 'number' && { vehicles }),
      ...(typeof minutes === 'number' && { minutes }),
      facts: [...facts],
    },
  }
  const wrong = {
    title: body.title === '',
    slots: typeof slotCount !== 'number',
    vehicles: vehicles === 'wrong',
    minutes: minutes === 'wrong',
  }
  return { body, wrong }
}
