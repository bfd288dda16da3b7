import type { Incident } from '@salama/domain/incidents/contract'
import { cx } from '../components/cx.ts'
import { CategoryIcon } from './category-icon.tsx'
import { type Age, type Severity, severityOf } from './severity.ts'

/** The colour of a severity, for signs only. */
export const SIGN_INK: Record<Severity, string> = {
  serious: 'text-sign-serious',
  caution: 'text-sign-caution',
  minor: 'text-sign-minor',
}
const OUTLINE: Record<Severity, string> = {
  serious: 'M14.5 3h15L41 14.5v15L29.5 41h-15L3 29.5v-15Z',
  caution: 'M22 1.5 42.5 22 22 42.5 1.5 22Z',
  minor: 'M22 3a19 19 0 1 0 0 38a19 19 0 1 0 0-38Z',
}

const FADE: Record<Age, string> = { fresh: '', aging: 'opacity-85', old: 'opacity-70', past: 'opacity-50' }

/**
 * The sign of an incident in lists and on maps. Its shape and colour show the severity, its icon the category: an
 * octagon, a diamond or a circle. Filled: confirmed; hollow: unconfirmed or disputed. It fades with age. A coarse one is
 * a haze, as on the map: a sign would be more than is known.
 */
export function IncidentSign({
  category,
  corroboration,
  age = 'fresh',
  precision = 'point',
}: Pick<Incident, 'category' | 'corroboration'> & { age?: Age; precision?: Incident['precision'] }) {
  if (precision === 'coarse') return <span aria-hidden="true" className={cx('area-sign', FADE[age])} />
  const severity = severityOf({ category })
  const isFirm = corroboration === 'corroborated' || corroboration === 'verified'
  return (
    <span
      data-severity={severity}
      className={cx('relative grid size-11 shrink-0 place-items-center', SIGN_INK[severity], FADE[age])}
    >
      <svg viewBox="0 0 44 44" aria-hidden="true" className={cx('sign-shape', isFirm && 'sign-firm')}>
        <path d={OUTLINE[severity]} />
        <path d={OUTLINE[severity]} />
      </svg>
      <span className={cx('relative text-[min(0.95rem,18px)]', isFirm && 'text-raised')}>
        <CategoryIcon category={category} />
      </span>
    </span>
  )
}
