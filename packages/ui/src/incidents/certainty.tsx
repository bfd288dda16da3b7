import type { Incident } from '@salama/domain/incidents/contract'
import { useTranslations } from 'next-intl'
import { cx } from '../components/cx.ts'

const DOTS = { unverified: 1, disputed: 1, corroborated: 2, verified: 3 } as const

/** How sure it is, in three dots and words: one rider, more riders, checked by a person. */
export function Certainty({ of }: { of: Incident['corroboration'] }) {
  const t = useTranslations('incidents')
  return (
    <span className={cx('inline-flex items-baseline gap-[3px]', DOTS[of] > 1 ? 'font-semibold text-ok' : 'text-soft')}>
      {[1, 2, 3].map((dot) => (
        <i
          key={dot}
          aria-hidden="true"
          className={cx(
            'size-[0.5em] shrink-0 rounded-full border-[1.5px] border-current',
            dot <= DOTS[of] && 'bg-current',
          )}
        />
      ))}
      <span className="ms-1">{t(`corroboration.${of}`)}</span>
    </span>
  )
}
