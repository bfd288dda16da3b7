import type { Incident, IncidentStep } from '@salama/domain/incidents/contract'
import { cx } from '@salama/ui/components/cx.ts'
import { dayFrom } from '@salama/ui/i18n/day-from.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useLocale, useTranslations } from 'next-intl'

const FIRM: readonly string[] = ['corroborated', 'verified'] satisfies IncidentStep['kind'][]

/** What became known and when, oldest first, and until when it is shown. */
export function Timeline({
  incident,
  steps,
  nowMs,
}: {
  incident: Incident
  steps: readonly IncidentStep[]
  nowMs: number
}) {
  const t = useTranslations('story')
  const { clock } = useTimes()
  const language = useLocale()
  const timeOf = (at: string) => {
    const time = incident.precision === 'coarse' ? t('around', { time: clock(at) }) : clock(at)
    return [dayFrom(nowMs, at, language), time].filter(Boolean).join(', ')
  }
  const rows = [
    ...steps.map(({ kind, at, count }) => ({ kind, at, words: t(kind, { count: count ?? 0 }) })),
    ...(incident.lifecycle === 'active' ? [{ kind: 'until', at: incident.expiresAt, words: t('until') }] : []),
  ]
  return (
    <ol className="flex flex-col">
      {rows.map(({ kind, at, words }, index) => (
        <li key={`${kind}${at}`} className="flex gap-3 pb-3 @max-3xs:flex-wrap @max-3xs:gap-y-0">
          <time dateTime={at} className="w-18 shrink-0 text-soft first-letter:uppercase @max-3xs:w-full">
            {timeOf(at)}
          </time>
          <span aria-hidden="true" className="relative w-3 shrink-0">
            {index < rows.length - 1 && <span className="absolute start-[5px] top-3 -bottom-6 w-0.5 bg-line" />}
            <span
              className={cx(
                'absolute top-1.5 size-3 rounded-full border-2',
                kind === 'until'
                  ? 'border-edge bg-paper'
                  : FIRM.includes(kind)
                    ? 'border-ok bg-ok'
                    : 'border-soft bg-soft',
              )}
            />
          </span>
          <p className={cx('min-w-0 flex-1', kind === 'until' && 'text-soft', FIRM.includes(kind) && 'font-semibold')}>
            {words}
          </p>
        </li>
      ))}
    </ol>
  )
}
