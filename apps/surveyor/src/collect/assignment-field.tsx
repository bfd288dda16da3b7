import { Select } from '@salama/ui/components/controls.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { ArrowLeft } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import type { HeldSlot } from '@/field-state/session.ts'
import { wordsOf } from '@/work/assignment-view-model.ts'
import type { Done } from '@/work/quota.ts'
import { QuotaBar } from '@/work/quota-progress.tsx'

/** The head of the form: the way back, and the assignment that a record counts for; another, or none, can be chosen. */
export function AssignmentField({
  claims,
  chosen,
  done,
  title,
  onChange,
}: {
  claims: readonly HeldSlot[]
  chosen: HeldSlot | null
  done: Done | null
  /** Of the page, where this is its head. */
  title?: string
  onChange: (token: number | null) => void
}) {
  const t = useTranslations('collect')
  const locale = useLocale()
  const asked = chosen?.assignment.quota.vehicles ?? null
  if (claims.length === 0 && title === undefined) return null
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-2">
        {title !== undefined && (
          <Link
            href="/"
            aria-label={t('toToday')}
            className="-ms-2 grid size-touch shrink-0 place-items-center rounded-control text-link split:hidden"
          >
            <Icon as={ArrowLeft} />
          </Link>
        )}
        {claims.length === 0 ? (
          <p aria-hidden="true" className="flex min-h-touch items-center text-sm font-bold lg:hidden">
            {title}
          </p>
        ) : (
          <Select
            aria-label={t('countsFor')}
            value={chosen?.token ?? ''}
            onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
            className="min-h-touch min-w-[9rem] flex-1 rounded-control bg-paper px-1 font-bold text-ellipsis"
          >
            {claims.map((claim) => (
              <option key={claim.token} value={claim.token}>
                {wordsOf(claim.assignment, locale).title}
              </option>
            ))}
            <option value="">{t('countsForNone')}</option>
          </Select>
        )}
        {done && asked !== null && (
          <p className="ms-auto shrink-0 font-bold" aria-live="polite">
            {t('doneOf', { done: done.vehicles, all: asked })}
          </p>
        )}
      </div>
      {done && asked !== null && <QuotaBar done={done} asked={asked} />}
    </div>
  )
}
