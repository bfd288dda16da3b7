import type { Category } from '@salama/domain/incidents/contract'
import { CATEGORIES } from '@salama/domain/shared'
import { cx } from '../components/cx.ts'

/** The icon of a category, of signs.css, always beside its name; hidden from screen readers. */
export const CategoryIcon = ({ category, className }: { category: Category; className?: string }) => (
  <span aria-hidden="true" className={cx('sign', `sign-${CATEGORIES[category].icon}`, className)} />
)
