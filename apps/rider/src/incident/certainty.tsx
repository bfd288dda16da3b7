import type { Incident } from '@salama/domain/incidents/contract'
import { cx } from '@salama/ui/components/cx.ts'
import { useTranslations } from 'next-intl'

const STEPS = ['one', 'more', 'checked'] as const
const REACHED = { unverified: 0, disputed: 0, corroborated: 1, verified: 2 } as const

/** How sure an incident is: in words, and as three steps. */
export function CertaintySteps({ incident }: { incident: Pick<Incident, 'corroboration' | 'reports'> }) {
  const t = useTranslations('story')
  const sure = useTranslations('incidents')
  const { corroboration, reports } = incident
  const reached = REACHED[corroboration]
  return (
    <section
      aria-label={t('sure')}
      className={cx(
        'flex flex-col gap-2 rounded-control p-4',
        corroboration === 'disputed' ? 'bg-warn-wash' : reached > 0 ? 'bg-ok-wash' : 'bg-fill',
      )}
    >
      <p className={cx('font-semibold', reached > 0 && 'text-ok')}>
        {corroboration === 'corroborated' && reports !== null && reports > 1
          ? t('confirmedBy', { count: reports })
          : sure(`corroboration.${corroboration}`)}
      </p>
      <ol className="grid grid-cols-3 gap-1 text-sm @max-3xs:grid-cols-1">
        {STEPS.map((step, at) => (
          <li
            key={step}
            aria-current={at === reached ? 'step' : undefined}
            className={cx(
              'border-t-4 pt-1',
              at <= reached ? 'border-current' : 'border-edge text-soft',
              at === reached && 'font-semibold',
              reached > 0 && at <= reached && 'text-ok',
            )}
          >
            {t(`step.${step}`)}
          </li>
        ))}
      </ol>
      {corroboration === 'disputed' && <p className="text-sm text-soft">{sure('corroborationMeans.disputed')}</p>}
    </section>
  )
}
