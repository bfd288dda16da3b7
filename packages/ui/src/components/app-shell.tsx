import type { LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Link } from '../i18n/navigation.ts'
import { Icon } from './icon.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import { type NavItem, NavLink, SideNav } from './nav-link.tsx'
import { NavigationProgressBar } from './navigation-progress.tsx'

type ShellNavItem = Omit<NavItem, 'icon'> & { icon: LucideIcon }

export type ShellProps = {
  /** The app's name beside the platform's; none for the rider app. */
  part?: string
  /** Without items there is no navigation. */
  nav: readonly ShellNavItem[]
  /** `column`: navigation beside a page of full width, for many items; on a phone a row that scrolls. */
  look?: 'bar' | 'column'
  /** A control beside the logo, for every page; only in a column. */
  search?: ReactNode
  /** A link beside the language switch; only in a column. */
  account?: ShellNavItem
  /** Beside the language switch. */
  tools?: ReactNode
  /** Links at the foot of every page, and a sentence under them. */
  foot?: readonly { href: string; label: string }[]
  note?: string
  /** The last thing at the foot of every page. */
  footEnd?: ReactNode
  children: ReactNode
}

const LOOKS = {
  bar: {
    shell: 'flex min-h-dvh flex-col pb-[calc(6rem+env(safe-area-inset-bottom))] md:pb-0 print:pb-0',
    header: 'border-b-2 border-line print:hidden',
    row: 'page flex min-h-16 flex-wrap items-center gap-x-2',
    home: 'me-auto min-h-touch',
    settings: '-me-2 flex items-center',
    main: 'page flex-1 py-2 has-data-wide:max-w-none has-data-wide:p-0',
  },
  column: {
    shell: 'min-h-dvh lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]',
    header:
      'relative flex flex-col border-b-2 border-line px-4 lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-e-2 lg:border-b-0 lg:px-2 lg:py-3',
    row: 'contents',
    home: 'min-h-14 max-lg:pe-40 lg:px-2 lg:pb-2',
    settings: 'flex items-center lg:mt-auto lg:flex-col lg:items-stretch',
    main: 'px-4 pb-8 lg:px-6',
  },
}

const withIcon = ({ icon, ...item }: ShellNavItem): NavItem => ({ ...item, icon: <Icon as={icon} /> })

/**
 * The layout around every page: skip link, logo, language, navigation, page, footer. On a phone the navigation is at
 * the bottom, but in the same place of the document; two columns with large text. Only the page is printed.
 */
export function AppShell({
  part,
  nav,
  look = 'bar',
  search,
  account,
  tools,
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
          className="sr-only z-20 bg-raised px-4 py-3 font-bold focus:not-sr-only focus:fixed focus:top-2 focus:start-2"
        >
          {t('skipToContent')}
        </a>
        <header className={classes.header}>
          <div className={classes.row}>
            <Link href="/" className={`inline-flex items-center ${classes.home}`}>
              <Logo {...(part && { part })} />
            </Link>
            {search}
            {look === 'column' ? (
              items.length > 0 && <SideNav label={t('places')} items={items} />
            ) : (
              <nav
                aria-label={t('places')}
                className="fixed inset-x-0 bottom-0 z-10 border-t-2 border-line bg-paper px-1.5 pb-[env(safe-area-inset-bottom)] max-md:@container md:static md:border-0 md:p-0"
              >
                <div className="flex gap-1 @max-2xs:grid @max-2xs:grid-cols-2 md:flex-wrap md:gap-0 lg:gap-2">
                  {items.map((item) => (
                    <NavLink key={item.href} {...item} />
                  ))}
                </div>
              </nav>
            )}
            <div className={classes.settings}>
              {account && <NavLink {...withIcon(account)} look="column" />}
              {tools}
              <LanguageSwitch />
            </div>
          </div>
        </header>
        <main id="content" tabIndex={-1} className={`outline-none ${classes.main}`}>
          {children}
        </main>
        {foot && (
          <footer className="page mt-10 text-sm text-soft print:hidden">
            <div className="border-t-2 border-line py-6">
              <ul className="flex flex-wrap gap-x-6">
                {foot.map(({ href, label }) => (
                  <li key={href}>
                    <Link href={href} className="touch-link gap-2 font-semibold wrap-anywhere">
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
              {note && <p>{note}</p>}
              {footEnd}
            </div>
          </footer>
        )}
      </div>
    </>
  )
}
