'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Link, usePathname } from '../i18n/navigation.ts'
import { buttonClass } from './button.tsx'
import { cx } from './cx.ts'
import { LinkProgressBand } from './navigation-progress.tsx'

/** A navigation item; `icon` and `badge`, a number beside it, are elements. `main` is the app's main action, at most one. */
export type NavItem = { href: string; label: string; icon: ReactNode; main?: boolean; badge?: ReactNode }

/** Two columns of low rows, for very large text, where 44 px scaled with it would take half of the screen. */
const NARROW =
  '@max-2xs:min-h-[44px] @max-2xs:flex-row @max-2xs:gap-2 @max-2xs:py-1 @max-2xs:text-center @max-2xs:whitespace-normal @max-2xs:wrap-anywhere'

/** A link in the navigation. The current page has the band; then the main action is not highlighted. */
export function NavLink({
  href,
  label,
  icon,
  badge,
  main = false,
  look = 'bar',
}: NavItem & { look?: 'bar' | 'column' }) {
  const path = usePathname()
  const here = href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
  if (look === 'column')
    return (
      <Link
        href={href}
        aria-current={here ? 'page' : undefined}
        className={cx(
          'flex min-h-touch items-center gap-2.5 px-3 whitespace-nowrap',
          here ? 'font-bold band-below lg:band-beside' : 'text-soft hover:bg-sunken hover:text-ink',
        )}
      >
        {icon}
        {label}
      </Link>
    )
  return (
    <Link
      href={href}
      aria-current={here ? 'page' : undefined}
      className={
        main && !here
          ? buttonClass(
              { variant: 'main' },
              `relative my-1.5 flex-auto overflow-hidden whitespace-nowrap @max-xs:flex-col @max-xs:gap-0.5 @max-xs:text-sm @max-2xs:my-1 @max-2xs:px-1 md:my-0 md:flex-none ${NARROW} @max-2xs:pb-[calc(0.25rem+var(--spacing-band))]`,
            )
          : cx(
              'relative flex min-h-14 flex-auto flex-col items-center justify-center gap-0.5 px-1 text-sm leading-tight whitespace-nowrap md:min-h-touch md:flex-none md:flex-row md:gap-2 md:px-2 md:text-base lg:px-3',
              NARROW,
              here ? 'band-above font-bold md:band-below' : 'text-soft hover:text-ink',
            )
      }
    >
      {/* Half of a phone is too narrow for a large word with an icon beside it. */}
      <span className="contents @max-3xs:hidden">{icon}</span>
      {label}
      {badge}
      {/* The main action wears a band along its lower edge already. */}
      <LinkProgressBand className={main ? 'top-0' : 'top-0 md:top-auto md:bottom-0'} />
    </Link>
  )
}

/** Many items: a column, or on a phone a row above the page that scrolls horizontally to the current item. */
export function SideNav({ label, items }: { label: string; items: readonly NavItem[] }) {
  const path = usePathname()
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the path another item is the current one
  useEffect(() => {
    const { current: nav } = row
    const here = nav?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!nav || !here) return
    const end = here.offsetLeft + here.offsetWidth
    const isInView = here.offsetLeft >= nav.scrollLeft && end <= nav.scrollLeft + nav.clientWidth
    // Not scrollIntoView, which would also scroll the page when the row is out of view.
    if (!isInView) nav.scrollTo({ left: here.offsetLeft + here.offsetWidth / 2 - nav.clientWidth / 2 })
  }, [path])
  return (
    <nav
      ref={row}
      aria-label={label}
      className="relative -mx-2 overflow-x-auto px-2 lg:mx-0 lg:overflow-visible lg:px-0"
    >
      <ul className="flex lg:flex-col">
        {items.map((item) => (
          <li key={item.href}>
            <NavLink {...item} look="column" />
          </li>
        ))}
      </ul>
    </nav>
  )
}
