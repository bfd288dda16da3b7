import type { ReactNode } from 'react'
import { Link } from '../i18n/navigation.ts'
import { cx } from './cx.ts'

type Face = { icon?: ReactNode; label: string }

const LOOK =
  'flex min-h-14 w-full items-center gap-2 rounded-control px-3 py-2 text-start text-sm leading-tight in-[.tiles]:@3xs:min-h-26 in-[.tiles]:@3xs:flex-col in-[.tiles]:@3xs:justify-center in-[.tiles]:@3xs:px-1 in-[.tiles]:@3xs:text-center'

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
}: Face & { chosen?: boolean } & ({ onClick: () => void } | { name: string; value: string })) {
  return (
    <button
      type={'name' in press ? 'submit' : 'button'}
      {...press}
      aria-pressed={chosen}
      className={cx(LOOK, chosen ? 'chosen' : 'bg-raised hover:bg-fill')}
    >
      <Inside icon={icon} label={label} />
    </button>
  )
}

/** Help, as a tile: it leads away from what the other tiles choose. */
export const HelpTile = ({ href, ...face }: Face & { href: string }) => (
  <Link href={href} prefetch={false} className={cx(LOOK, 'bg-danger-wash font-semibold text-danger')}>
    <Inside {...face} />
  </Link>
)

const Inside = ({ icon, label }: Face) => (
  <>
    {icon && <span className="text-[24px] @3xs:text-[26px]">{icon}</span>}
    <span className="min-w-0">{label}</span>
  </>
)
