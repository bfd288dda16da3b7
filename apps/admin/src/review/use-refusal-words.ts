import type { Problem } from '@salama/http/call'
import { useTranslations } from 'next-intl'

const BECAUSE = [
  'not_decided',
  'too_late',
  'decided_again',
  'subject_changed',
  'incident_changed',
  'vehicle_changed',
  'not_rejected',
  'can_be_undone',
  'can_be_reopened',
  'already_asked',
  'not_asked',
  'asked_by_you',
  'asked_by_other',
] as const

/** Why an undo or a reopening was refused. */
export function useRefusalWords() {
  const t = useTranslations('review')
  return ({ detail }: Problem) => {
    const because = BECAUSE.find((known) => known === detail.because)
    return because && t(`undoNot.${because}`)
  }
}
