import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * A large button of a group: pressing it chooses and continues, which a radio button would do with every arrow key. A
 * ring marks the chosen one, not colour alone. With a `name` it sends its form. Of `tiles`, its icon is above its label
 * while there are columns.
 */
export function TileButton({
  icon,
  label,
  chosen = false,
  ...press
}: {
  icon?: ReactNode
  label: string
  chosen?: boolean
} & ({ onClick: () => void } | { name: string; value: string })) {
  return (
    <button
      type={'name' in press ? 'submit' : 'button'}
      {...press}
      aria-pressed={chosen}
      className={cx(
        'flex min-h-14 w-full items-center gap-2 rounded-control px-3 py-2 text-start text-sm leading-tight in-[.tiles]:@3xs:min-h-26 in-[.tiles]:@3xs:flex-col in-[.tiles]:@3xs:justify-center in-[.tiles]:@3xs:px-1 in-[.tiles]:@3xs:text-center',
        chosen ? 'chosen' : 'bg-raised hover:bg-fill',
      )}
    >
      {icon && <span className="text-[24px] @3xs:text-[26px]">{icon}</span>}
      <span className="min-w-0">{label}</span>
    </button>
  )
}
