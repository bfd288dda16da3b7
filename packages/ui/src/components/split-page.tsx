import type { ElementType, ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * A page with a head and a body: under each other on a phone, beside each other where there is room, so that a wide page
 * is no stretched phone's. `head` is what it is about (its PageHeader first); it comes first for a screen reader too. On a
 * phone the two are no boxes of their own, so what is sticky in one can stay in sight along the whole page.
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
        'flex flex-col gap-6 pb-4 md:grid md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] md:items-start md:gap-x-10 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] lg:gap-x-16',
        className,
      )}
    >
      <div className="contents md:flex md:flex-col md:gap-6">{head}</div>
      <div className="contents md:flex md:min-w-0 md:flex-col md:gap-6 md:pt-4">{children}</div>
    </As>
  )
}
