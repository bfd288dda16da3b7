import type { LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Link } from '../i18n/navigation.ts'
import { Icon } from './icon.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import { type NavItem, NavLink } from './nav-link.tsx'
import { NavigationProgressBar } from './navigation-progress.tsx'

export type ShellProps = {
  /** The app's name beside the platform's; none for the rider app. */
  part?: string
  nav: readonly (Omit<NavItem, 'icon'> & { icon: LucideIcon })[]
  /** Links at the foot of every page, and a sentence under them. */
  foot?: readonly { href: string; label: string }[]
  note?: string
  children: ReactNode
}

/**
 * The layout around every page: skip link, logo, language, navigation, page, footer. On a phone the navigation is at
 * the bottom, within reach of the thumb, but it has one place in the document. With large text it has two columns, so
 * that all items stay visible. Only the page is printed.
 */
export function AppShell({ part, nav, foot, note, children }: ShellProps) {
  const t = useTranslations('common')
  return (
    <div className="flex min-h-dvh flex-col pb-[calc(6rem+env(safe-area-inset-bottom))] md:pb-0 print:pb-0">
      <a
        href="#content"
        className="sr-only z-20 bg-raised px-4 py-3 font-bold focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('skipToContent')}
      </a>
      <NavigationProgressBar />
      <header className="border-b-2 border-line print:hidden">
        <div className="page flex min-h-16 flex-wrap items-center gap-x-2">
          <Link href="/" className="mr-auto inline-flex min-h-touch items-center">
            <Logo {...(part && { part })} />
          </Link>
          <nav
            aria-label={t('places')}
            className="fixed inset-x-0 bottom-0 z-10 border-t-2 border-line bg-paper px-1.5 pb-[env(safe-area-inset-bottom)] max-md:@container md:static md:border-0 md:p-0"
          >
            <div className="flex gap-1 @max-2xs:grid @max-2xs:grid-cols-2 md:flex-wrap md:gap-2">
              {nav.map(({ icon, ...item }) => (
                <NavLink key={item.href} {...item} icon={<Icon as={icon} />} />
              ))}
            </div>
          </nav>
          <div className="-mx-2">
            <LanguageSwitch />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="page flex-1 py-2 outline-none">
        {children}
      </main>
      {foot && (
        <footer className="page mt-10 text-sm text-soft print:hidden">
          <div className="border-t-2 border-line py-6">
            <ul className="flex flex-wrap gap-x-6">
              {foot.map(({ href, label }) => (
                <li key={href}>
                  <Link
                    href={href}
                    prefetch={false}
                    className="inline-flex min-h-touch items-center gap-2 font-semibold text-link underline"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
            {note && <p>{note}</p>}
          </div>
        </footer>
      )}
    </div>
  )
}
