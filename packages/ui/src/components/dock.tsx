import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * What a page asks for, at the thumb: its one main action, at most one quiet button before it, which is a sign with
 * large text. On a phone it takes the place of the bar of places. `follows`: with large text it follows the page instead,
 * because it would cover it. The page's last element, in no other that ends before it.
 */
export const Dock = ({ follows = false, children }: { follows?: boolean; children: ReactNode }) => (
  <div
    data-dock
    className={cx(
      'sticky bottom-0 z-5 -mx-4 mt-auto flex flex-wrap gap-2 bg-raised shadow-[var(--shadow-up)] px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] *:flex-auto @max-3xs:flex-nowrap @max-3xs:py-2 @max-3xs:*:last:basis-32 @max-3xs:*:last:[&_svg:not(.animate-turn)]:hidden split:mx-0 split:rounded-t-control print:hidden',
      follows && '@max-3xs:static',
    )}
  >
    {children}
  </div>
)
