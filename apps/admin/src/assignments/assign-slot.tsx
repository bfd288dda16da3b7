'use client'

import type { AdminAssignment, assignAssignmentSlot } from '@salama/domain/assignments/admin-contract'
import { call, type Problem, problemIn } from '@salama/http/call'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { z } from 'zod'
import { findSurveyors } from '@/lists/find.ts'
import { ConfirmButton } from '@/parts/confirm-dialog.tsx'
import { type Named, PickSome } from '@/parts/pick-some.tsx'
import { refusedIn } from '@/parts/problem-notice.tsx'
import { useDone } from '@/parts/toasts.tsx'

type Slot = z.infer<typeof AdminAssignment>['slots'][number]

/** Gives a slot to a surveyor, chosen by name or e-mail. `holderName` is who loses it. */
export function AssignSlot({ id, slot, holderName }: { id: string; slot: Slot; holderName: string | null }) {
  const t = useTranslations('assignments')
  const router = useRouter()
  const done = useDone()
  const [surveyor, setSurveyor] = useState<Named | null>(null)
  const { n, holderId } = slot

  async function assign(reason: string) {
    if (!surveyor) return
    try {
      await call<typeof assignAssignmentSlot>('POST /api/assignments/{id}/slots/{n}/assign', {
        params: { id, n },
        body: { surveyorId: surveyor.id, holderId, reason },
      })
    } catch (error) {
      // The page shows the new holder behind the dialog, and the next attempt is about them.
      if (problemIn(error).code === 'slot_taken') router.refresh()
      throw error
    }
    setSurveyor(null)
    done(t('assignDone', { n }))
  }

  const wordsOf = (problem: Problem) => {
    const key = problemKey(problem)
    return key && t(`assignProblems.${key}`)
  }
  return (
    <ConfirmButton
      label={t('assign')}
      variant="quiet"
      title={t('assignTitle', { n })}
      confirm={t('assignYes')}
      canConfirm={surveyor !== null}
      asksReason
      onConfirm={assign}
      wordsOf={wordsOf}
    >
      <p>{t('assignWords')}</p>
      {holderName !== null && <p>{t('assignFrom', { name: holderName })}</p>}
      <PickSome
        label={t('assignTo')}
        find={findSurveyors}
        max={1}
        picked={surveyor ? [surveyor] : []}
        onChange={([picked]) => setSurveyor(picked ?? null)}
      />
    </ConfirmButton>
  )
}

function problemKey(problem: Problem) {
  switch (problem.code) {
    case 'invalid_request':
      return refusedIn(problem).includes('surveyorId') ? 'notSurveyor' : undefined
    case 'claim_limit':
      return problem.detail.max === 1 ? 'holdsSlot' : 'holdsFive'
    case 'not_eligible':
      return 'noCourse'
    case 'slot_taken':
      return 'taken'
    case 'invalid_transition':
      return problem.detail.currentState === 'closed' ? 'over' : 'decided'
    default:
      return undefined
  }
}
