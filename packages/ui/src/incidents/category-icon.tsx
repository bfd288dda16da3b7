import type { Category, Incident } from '@salama/domain/incidents/contract'
import { CATEGORIES, type CategoryIconName } from '@salama/domain/shared'
import { cx } from '../components/cx.ts'

/** An icon of signs.css, beside text; hidden from screen readers. */
export const SignIcon = ({
  of,
  className,
}: {
  of: CategoryIconName | Incident['corroboration']
  className?: string
}) => <span aria-hidden="true" className={cx('sign', `sign-${of}`, className)} />

/** The icon of a category, always beside its name. */
export const CategoryIcon = ({ category }: { category: Category }) => <SignIcon of={CATEGORIES[category].icon} />
