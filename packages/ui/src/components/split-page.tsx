import type { ElementType, ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * A page with a head (the subject, its PageHeader first) and a body: stacked on a phone, side by side on wide screens.
 * On a phone neither has a box of its own, so that what is sticky in one stays along the page.
 */
export function SplitPage({
  head,
  as: As = 'div',
  className,
  children,
}: {
  head: ReactNode
  as?: ElementType
  className?: string
  children: ReactNode
}) {
  return (
    <As
      className={cx(
        '@container flex flex-1 flex-col gap-6 not-has-[[data-dock]]:pb-4 md:grid md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] md:items-start md:gap-x-10 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] lg:gap-x-16',
        className,
      )}
    >
      <div className="contents md:flex md:flex-col md:gap-6">{head}</div>
      <div className="contents md:flex md:min-w-0 md:flex-col md:gap-6 md:pt-4">{children}</div>
    </As>
  )
}
