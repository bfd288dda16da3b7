import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * A page about a place: the map first and the page over its lower edge; on wide screens a panel of 424 px and the map
 * beside it. `over`: what floats on the map, such as the link back. Its last child may be a Dock.
 */
export const MapPage = ({
  map,
  over,
  low = false,
  children,
}: {
  map: ReactNode
  over?: ReactNode
  low?: boolean
  children: ReactNode
}) => (
  <div data-wide className="flex min-h-dvh flex-col split:grid split:grid-cols-[424px_minmax(0,1fr)]">
    <div
      className={cx('relative isolate split:sticky split:top-0 split:order-last split:h-dvh', low ? 'h-52' : 'h-68')}
    >
      {map}
      {over}
    </div>
    <div className="@container relative z-1 -mt-5 flex flex-1 flex-col gap-6 rounded-t-sheet bg-raised px-4 pt-5 split:mt-0 split:rounded-none split:px-6">
      {children}
    </div>
  </div>
)
