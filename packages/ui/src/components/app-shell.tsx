import type { LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Link } from '../i18n/navigation.ts'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import { type NavItem, NavLink, SideNav } from './nav-link.tsx'
import { NavigationProgressBar } from './navigation-progress.tsx'

type ShellNavItem = Omit<NavItem, 'icon'> & { icon: LucideIcon }

export type ShellProps = {
  /** The app's name beside the platform's; none for the rider app. */
  part?: string
  /** Whether a phone shows logo and languages above every page, or the languages at its foot. */
  hasTop?: boolean
  /** Without items there is no navigation. */
  nav: readonly ShellNavItem[]
  /** `bar`: at a phone's lower end, on wide screens a rail. `column`: many items, in a row above the page that scrolls. */
  look?: 'bar' | 'column'
  /** A control beside the logo, for every page; only in a column. */
  search?: ReactNode
  /** A link beside the language switch; only in a column. */
  account?: ShellNavItem
  /** Links at the foot of every page, and a sentence under them. */
  foot?: readonly { href: string; label: string }[]
  note?: string
  /** The last thing at the foot of every page. */
  footEnd?: ReactNode
  children: ReactNode
}

const LOOKS = {
  bar: {
    shell:
      'group/shell flex min-h-dvh flex-col pb-[calc(var(--spacing-places)+32px)] split:ps-24 split:pb-0 print:p-0 max-split:has-data-dock:pb-0 has-data-dock:[&>footer]:hidden',
    header: 'print:hidden',
    row: 'rail page flex min-h-16 flex-wrap items-center gap-x-2 split:fixed split:inset-y-0 split:start-0 split:z-10 split:w-24 split:flex-col split:flex-nowrap split:gap-2 split:overflow-y-auto split:bg-raised split:p-0 split:py-4',
    home: 'me-auto min-h-touch split:me-0 split:mb-2',
    settings: '-me-2 flex items-center split:me-0 split:mt-auto split:flex-col split:text-sm',
    main: 'page flex-1 py-2 has-data-dock:flex has-data-dock:flex-col has-data-wide:max-w-none has-data-wide:p-0 max-split:has-data-dock:pb-0',
  },
  column: {
    shell: 'min-h-dvh lg:[--bar:3rem]',
    header:
      'relative flex flex-col bg-raised px-4 lg:sticky lg:top-0 lg:z-20 lg:h-(--bar) lg:flex-row lg:items-center lg:gap-2 lg:border-b lg:border-line lg:text-sm print:hidden',
    row: 'contents',
    home: 'min-h-14 max-lg:pe-40 lg:min-h-0 lg:shrink-0 lg:[&_span]:gap-0 lg:[&_span>span]:sr-only lg:[&_svg]:size-8',
    settings: 'flex items-center lg:order-last lg:shrink-0 lg:flex-row',
    main: 'px-4 pb-8 lg:px-6',
  },
}

const withIcon = ({ icon, ...item }: ShellNavItem): NavItem => ({ ...item, icon: <Icon as={icon} /> })

/**
 * The layout around every page: skip link, logo, language, navigation, page, footer. On a phone the navigation is at
 * the bottom, but in the same place of the document; a page's Dock takes its place. Only the page is printed.
 */
export function AppShell({
  part,
  hasTop = true,
  nav,
  look = 'bar',
  search,
  account,
  foot,
  note,
  footEnd,
  children,
}: ShellProps) {
  const t = useTranslations('common')
  const classes = LOOKS[look]
  const items = nav.map(withIcon)
  return (
    <>
      <NavigationProgressBar />
      <div className={classes.shell}>
        <a
          href="#content"
          className="sr-only z-20 bg-raised px-4 py-3 font-semibold focus:not-sr-only focus:fixed focus:top-2 focus:start-2"
        >
          {t('skipToContent')}
        </a>
        <header className={classes.header}>
          <div className={cx(classes.row, !hasTop && 'max-split:contents')}>
            <Link href="/" className={cx('inline-flex items-center', classes.home, !hasTop && 'max-split:hidden')}>
              <Logo {...(part && { part })} />
            </Link>
            {search}
            {look === 'column' ? (
              items.length > 0 && <SideNav label={t('places')} items={items} />
            ) : (
              <nav
                aria-label={t('places')}
                className="fixed inset-x-0 bottom-0 z-10 bg-raised px-1 pb-[env(safe-area-inset-bottom)] max-split:@container max-split:group-has-data-dock/shell:hidden split:static split:w-full split:p-0"
              >
                <div className="flex items-center split:flex-col split:items-stretch split:gap-2">
                  {items.map((item) => (
                    <NavLink key={item.href} {...item} />
                  ))}
                </div>
              </nav>
            )}
            <div className={cx(classes.settings, !hasTop && 'max-split:hidden')}>
              {account && <NavLink {...withIcon(account)} look="column" />}
              <LanguageSwitch />
            </div>
          </div>
        </header>
        <main id="content" tabIndex={-1} className={`outline-none ${classes.main}`}>
          {children}
        </main>
        {foot && (
          <footer className="page mt-10 text-sm text-soft print:hidden">
            <div className="border-t border-line py-6">
              <ul className="flex flex-wrap gap-x-6">
                {foot.map(({ href, label }) => (
                  <li key={href}>
                    <Link href={href} className="touch-link gap-2">
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
              {note && <p>{note}</p>}
              {!hasTop && (
                <div className="-ms-2 split:hidden">
                  <LanguageSwitch />
                </div>
              )}
              {footEnd}
            </div>
          </footer>
        )}
      </div>
    </>
  )
}
