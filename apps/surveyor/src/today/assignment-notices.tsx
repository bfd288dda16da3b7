import { LinkButton } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useLocale, useTranslations } from 'next-intl'
import { hoursAndMinutes } from '@/field-state/clock.ts'
import { heldSlots } from '@/field-state/session.ts'
import { type FieldState, useCached } from '@/field-state/use-field-state.ts'
import { wordsOf } from '@/work/assignment-view-model.ts'
import { newAssignments, soonestEnd } from './new-assignments.ts'

/** What is new since the list was last opened, and what ends soon. */
export function AssignmentNotices({ fieldState }: { fieldState: FieldState }) {
  const t = useTranslations('today')
  const locale = useLocale()
  const seen = useCached(fieldState.fieldCache, 'seenAssignments')
  const ending = heldSlots(fieldState.entries, fieldState.server, fieldState.nowMs).flatMap((held) => {
    const end = soonestEnd(held, fieldState.nowMs)
    return end ? [{ held, end }] : []
  })
  const fresh = seen ? newAssignments(fieldState.server?.assignments ?? [], seen) : []
  return (
    <>
      {ending.map(({ held, end }) => (
        <Notice key={held.token} tone="warn" title={t(`ends.${end.what}`, hoursAndMinutes(end.leftMs))}>
          <p>{wordsOf(held.assignment, locale).title}</p>
        </Notice>
      ))}
      {fresh.length > 0 && (
        <Notice tone="info" title={t('newAssignments', { count: fresh.length })}>
          <ul className="list-disc ps-5">
            {fresh.slice(0, 3).map((assignment) => (
              <li key={assignment.id}>{wordsOf(assignment, locale).title}</li>
            ))}
          </ul>
          <LinkButton href="/assignments">{t('assignments')}</LinkButton>
        </Notice>
      )}
    </>
  )
}
