import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * A large button of a group: pressing it chooses and continues, which a radio button would do with every arrow key. A
 * heavy border and the band mark the chosen one, not colour alone. With a `name` it sends its form.
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
        // Two of them beside each other on a phone, whose own font may be a wide one: room for “Overloading”.
        'flex min-h-16 w-full items-center gap-1.5 rounded-control border-2 bg-raised px-2 py-2 text-start text-sm leading-tight sm:gap-2 sm:px-2.5 sm:text-base',
        chosen ? 'border-ink font-bold band-below' : 'border-edge font-semibold hover:border-ink',
      )}
    >
      {icon && <span className="text-lg sm:text-xl">{icon}</span>}
      <span className="min-w-0 wrap-anywhere hyphens-auto">{label}</span>
    </button>
  )
}
