'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Link, usePathname } from '../i18n/navigation.ts'
import { buttonClass } from './button.tsx'
import { cx } from './cx.ts'
import { LinkProgressBand } from './navigation-progress.tsx'

/** A navigation item; `icon` and `badge`, a number beside it, are elements. `main` is the app's main action, at most one. */
export type NavItem = { href: string; label: string; icon: ReactNode; main?: boolean; badge?: ReactNode }

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
          'flex min-h-touch items-center gap-2.5 px-3 whitespace-nowrap lg:min-h-(--bar) lg:px-2 lg:[&>svg]:hidden',
          here ? 'font-semibold band-below' : 'text-soft hover:bg-fill hover:text-ink',
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
              'relative mx-1 my-2 shrink-0 overflow-hidden px-4 @max-xs:mx-0 @max-xs:px-3 split:order-first split:mx-2 split:my-0 split:flex-col split:gap-0.5 split:px-1 split:text-sm',
            )
          : cx(
              'relative flex min-h-16 flex-auto flex-col items-center justify-center gap-0.5 px-0.5 text-xs leading-tight whitespace-nowrap split:flex-none split:text-center split:whitespace-normal',
              here
                ? 'font-semibold before:absolute before:top-0 before:h-1 before:w-8 before:rounded-b-[4px] before:bg-band split:before:start-0 split:before:top-4 split:before:h-8 split:before:w-1 split:before:rounded-s-none split:before:rounded-e-[4px]'
                : 'text-soft hover:text-ink',
            )
      }
    >
      {/* With large text only the main action is a word, and it alone. */}
      <span className={cx('text-[18.5px] leading-none', main && !here ? '@max-2xs:hidden' : '@max-2xs:text-[24px]')}>
        {icon}
      </span>
      <span className={main && !here ? 'whitespace-nowrap' : '@max-2xs:sr-only'}>{label}</span>
      {badge}
      {/* The main action wears a band along its lower edge already. */}
      <LinkProgressBand className="top-0" />
    </Link>
  )
}

/** Many items: a row above the page that scrolls horizontally to the current one; on a wide screen words alone. */
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
      className="relative -mx-2 overflow-x-auto px-2 lg:mx-0 lg:min-w-0 lg:flex-1 lg:px-0 lg:[scrollbar-width:none]"
    >
      <ul className="flex">
        {items.map((item) => (
          <li key={item.href}>
            <NavLink {...item} look="column" />
          </li>
        ))}
      </ul>
    </nav>
  )
}
