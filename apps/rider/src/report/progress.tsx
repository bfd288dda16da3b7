import type { OwnReport } from '@salama/domain/reports/own-contract'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Circle, CircleCheck, CircleX, Clock } from 'lucide-react'
import { useTranslations } from 'next-intl'

type Report = Pick<OwnReport, 'state' | 'shown'>
type StepKey =
  | 'received'
  | 'checking'
  | 'question'
  | 'over'
  | 'live'
  | 'unchecked'
  | 'coarse'
  | 'kept'
  | 'private'
  | 'rejected'
  | 'duplicate'
  | 'withdrawn'
type Progress = { key: StepKey; at: 'done' | 'now' | 'next' | 'closed' }

/** The steps of a report: what happened with it, what is happening, and what comes next. */
export function progressOf({ state, shown }: Report): Progress[] {
  const received: Progress = { key: 'received', at: 'done' }
  if (state === 'rejected' || state === 'duplicate' || state === 'withdrawn')
    return [received, { key: state, at: 'closed' }]
  const checking: Progress = { key: state === 'needs_info' ? 'question' : 'checking', at: 'now' }
  switch (shown) {
    case 'live':
      return [received, { key: 'live', at: 'now' }, { key: 'over', at: 'next' }]
    case 'unchecked':
      return [received, { key: 'unchecked', at: 'done' }, checking]
    case 'review':
      return [received, checking]
    default:
      return [received, { key: shown, at: 'done' }]
  }
}

const SIGNS = {
  done: { icon: CircleCheck, look: 'text-ok' },
  now: { icon: Clock, look: 'text-ink' },
  next: { icon: Circle, look: 'text-soft' },
  closed: { icon: CircleX, look: 'text-soft' },
} as const

/** The progress of a report as a list of steps. */
export function ReportProgress({ report }: { report: Report }) {
  const t = useTranslations('report.progress')
  return (
    <ol aria-label={t('title')} className="flex flex-col gap-1">
      {progressOf(report).map(({ key, at }) => (
        <li key={key} aria-current={at === 'now' ? 'step' : undefined} className="flex items-start gap-2">
          <Icon as={SIGNS[at].icon} className={`mt-1 shrink-0 ${SIGNS[at].look}`} />
          <span className={cx('min-w-0 wrap-anywhere', at === 'now' && 'font-semibold', at === 'next' && 'text-soft')}>
            {t(`steps.${key}`)}
          </span>
        </li>
      ))}
    </ol>
  )
}
