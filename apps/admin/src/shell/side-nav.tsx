'use client'

import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link, usePathname } from '@salama/ui/i18n/navigation.ts'
import {
  Building2,
  Bus,
  ChartLine,
  CircleUser,
  ClipboardCheck,
  ClipboardList,
  type LucideIcon,
  Route,
  ScrollText,
  Users,
} from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { type ConsoleNavItem, NAV_ITEMS } from './nav-items.ts'

const ICONS: Record<ConsoleNavItem['name'], LucideIcon> = {
  review: ClipboardCheck,
  dashboard: ChartLine,
  users: Users,
  assignments: ClipboardList,
  vehicles: Bus,
  saccos: Building2,
  network: Route,
  audit: ScrollText,
}

/** The navigation: a column, or on a phone a row above the page that scrolls horizontally to the current item. */
export function SideNav() {
  const t = useTranslations('console')
  const common = useTranslations('common')
  const path = usePathname()
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the path another place is the current one
  useEffect(() => {
    const here = row.current?.querySelector<HTMLElement>('[aria-current="page"]')
    // Not scrollIntoView, which would also scroll the page when the row is out of view.
    if (here) row.current?.scrollTo({ left: here.offsetLeft + here.offsetWidth / 2 - row.current.clientWidth / 2 })
  }, [path])
  return (
    <nav
      ref={row}
      aria-label={common('places')}
      className="relative -mx-2 overflow-x-auto px-2 lg:mx-0 lg:overflow-visible lg:px-0"
    >
      <ul className="flex lg:flex-col">
        {NAV_ITEMS.map(({ name, href }) => (
          <li key={name}>
            <NavItemLink href={href} icon={ICONS[name]} label={t(`place.${name}`)} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The account menu at the bottom of the column. */
export function AccountLink() {
  const t = useTranslations('console')
  return <NavItemLink href="/account" icon={CircleUser} label={t('account')} />
}

function NavItemLink({ href, icon, label }: { href: string; icon: LucideIcon; label: string }) {
  const path = usePathname()
  const here = path === href || path.startsWith(`${href}/`)
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={here ? 'page' : undefined}
      className={cx(
        'flex min-h-touch items-center gap-2.5 px-3 whitespace-nowrap',
        here ? 'font-bold band-below lg:band-beside' : 'text-soft hover:bg-sunken hover:text-ink',
      )}
    >
      <Icon as={icon} />
      {label}
    </Link>
  )
}
