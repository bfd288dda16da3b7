import { appMetadata, appViewport, localeParams } from '@salama/ui/apps/app-document.tsx'
import { AppShell } from '@salama/ui/components/app-shell.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { hyperlegible } from '@salama/ui/font.ts'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { routing } from '@salama/ui/i18n/routing.ts'
import { ClipboardPen, House, MapPinned, Smartphone } from 'lucide-react'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { BackgroundWork } from '@/offline/background-work.tsx'
import '../globals.css'

export const generateMetadata = appMetadata('surveyor')
export const generateStaticParams = localeParams
export const viewport = appViewport

const FOOT = [
  { href: '/session', label: 'session' },
  { href: '/stats', label: 'stats' },
  { href: '/account', label: 'account' },
] as const

export default async function Layout({ children, params }: LayoutProps<'/[locale]'>) {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) notFound()
  setRequestLocale(locale)
  const [t, account] = await Promise.all([getTranslations('places'), getTranslations('account')])
  return (
    <html lang={locale} className={hyperlegible.variable}>
      <body>
        <ClientMessages of={['common']}>
          <AppShell
            part={account('app.surveyor')}
            nav={[
              { href: '/', label: t('today'), icon: <Icon as={House} /> },
              { href: '/assignments', label: t('work'), icon: <Icon as={MapPinned} /> },
              { href: '/collect', label: t('collect'), icon: <Icon as={ClipboardPen} />, main: true },
              { href: '/outbox', label: t('outbox'), icon: <Icon as={Smartphone} /> },
            ]}
            footer={
              <ul className="flex flex-wrap gap-x-6">
                {FOOT.map(({ href, label }) => (
                  <li key={href}>
                    <Link
                      href={href}
                      prefetch={false}
                      className="inline-flex min-h-touch items-center font-semibold text-link underline"
                    >
                      {t(label)}
                    </Link>
                  </li>
                ))}
              </ul>
            }
          >
            {children}
          </AppShell>
          <ClientMessages of={['outboxBar', 'newVersion']}>
            <BackgroundWork />
          </ClientMessages>
        </ClientMessages>
      </body>
    </html>
  )
}
