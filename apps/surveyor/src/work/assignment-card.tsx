import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { Check } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { CourseLink } from '@/field-state/field-state.tsx'
import type { FieldState } from '@/field-state/use-field-state.ts'
import { wordsOf } from './assignment-view-model.ts'
import type { Near } from './assignments.tsx'
import { Directions } from './directions.tsx'
import { QuotaWords } from './quota-progress.tsx'
import { reportedBlocked } from './released-slots.ts'
import { Where } from './where.tsx'

/** One assignment; expanded it shows all details and can be claimed. */
export function AssignmentCard({
  fieldState,
  assignment,
  metres,
  open,
  onOpen,
  isFull,
  isPicked,
  onPick,
  busy,
  onClaim,
}: Near & {
  fieldState: FieldState
  open: boolean
  onOpen: (open: boolean) => void
  /** The surveyor holds as many slots as allowed. */
  isFull: boolean
  isPicked: boolean
  /** Adds it to those that are claimed together, or takes it out again. */
  onPick: () => void
  busy: boolean
  onClaim: (offline: boolean) => void
}) {
  const t = useTranslations('work')
  const { moment } = useTimes()
  const { title, instructions } = wordsOf(assignment, useLocale())
  const { kind, dueAt, openSlots, slotCount, others, mine } = assignment
  const own = mine.at(-1)
  const blocked = reportedBlocked(assignment, fieldState.entries)
  return (
    <article className="flex flex-col gap-2 rounded-control bg-raised p-4">
      <h3 className="font-semibold">{title}</h3>
      <Where assignment={assignment} metres={metres} />
      <p className="text-soft">
        {t(`kind.${kind}`)} · {t('places', { open: openSlots, all: slotCount })}
        {others > 0 && ` · ${t('others', { count: others })}`}
      </p>
      <QuotaWords quota={assignment.quota} />
      {dueAt && <p className="text-soft">{t('due', { time: moment(dueAt) })}</p>}
      {own && own.state !== 'claimed' && own.state !== 'open' && own.state !== 'blocked' && (
        <p className="font-semibold">{t(`state.${own.state}`)}</p>
      )}
      {blocked && (
        <p className="font-semibold">
          {blocked === 'unknown' ? t('saidUnknown') : t('said', { reason: t(`blocked.${blocked}`) })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button aria-expanded={open} onClick={() => onOpen(!open)}>
          {t(open ? 'less' : 'more')}
          <span className="sr-only"> {title}</span>
        </Button>
        {(isPicked || (fieldState.server?.isEligible && !isFull && openSlots > 0 && blocked === null)) && (
          <Button aria-pressed={isPicked} onClick={onPick}>
            {isPicked && <Icon as={Check} />}
            {t('pick')}
            <span className="sr-only"> {title}</span>
          </Button>
        )}
      </div>
      {open && (
        <div className="flex flex-col gap-3">
          <Directions assignment={assignment} />
          {instructions !== '' && <p>{instructions}</p>}
          {!fieldState.server?.isEligible ? (
            <Notice tone="warn">
              <p>{t('refused.not_eligible')}</p>
              <CourseLink />
            </Notice>
          ) : isFull ? (
            <p className="font-semibold">{t('refused.claim_limit')}</p>
          ) : (
            openSlots > 0 &&
            blocked === null && (
              <>
                <Button variant="main" size="large" busy={busy} onClick={() => onClaim(false)}>
                  {t('claim')}
                </Button>
                <Button busy={busy} onClick={() => onClaim(true)}>
                  {t('claimOffline')}
                </Button>
                <p className="text-soft">{t('claimWords')}</p>
              </>
            )
          )}
        </div>
      )}
    </article>
  )
}
