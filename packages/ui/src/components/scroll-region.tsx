import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

type Props = Omit<ComponentProps<'section'>, 'tabIndex' | 'aria-label'> & { label: string }

/** A region that scrolls horizontally: wide tables, long lines. It is focusable and scrolls with the keyboard. */
export const ScrollRegion = ({ label, className, ...props }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section aria-label={label} tabIndex={0} className={cx('overflow-x-auto', className)} {...props} />
)
