'use client'

import type { ReactNode } from 'react'
import { Link, usePathname } from '../i18n/navigation.ts'
import { buttonClass } from './button-look.ts'
import { cx } from './cx.ts'

/** A place to go; `icon` is an element. `main` is the app's main action, there is at most one. */
export type NavItem = { href: string; label: string; icon: ReactNode; main?: boolean }

/** One place in the navigation. The one that the person is at wears the band; there the main action is no longer one. */
export function NavLink({ href, label, icon, main = false }: NavItem) {
  const path = usePathname()
  const here = href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
  return (
    <Link
      href={href}
      aria-current={here ? 'page' : undefined}
      className={
        main && !here
          ? buttonClass({ look: 'main' }, 'my-1.5 flex-auto md:my-0 md:flex-none')
          : cx(
              'flex min-h-14 flex-auto flex-col items-center justify-center gap-0.5 px-1 text-sm leading-tight whitespace-nowrap md:min-h-touch md:flex-none md:flex-row md:gap-2 md:px-3 md:text-base',
              here ? 'band-above font-bold md:band-below' : 'text-soft hover:text-ink',
            )
      }
    >
      {icon}
      {label}
    </Link>
  )
}
