import { appMetadata, appViewport, localeParams } from '@salama/ui/apps/app-document.tsx'
import { AppShell } from '@salama/ui/components/app-shell.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { hyperlegible } from '@salama/ui/font.ts'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { routing } from '@salama/ui/i18n/routing.ts'
import { BookOpen, CircleUser, GraduationCap } from 'lucide-react'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { BackgroundWork } from '@/offline/background-work.tsx'
import '../globals.css'

export const generateMetadata = appMetadata('learning')
export const generateStaticParams = localeParams
export const viewport = appViewport

const FOOT = [
  { href: '/check', label: 'check' },
  { href: '/offline', label: 'kept' },
  { href: '/outbox', label: 'outbox' },
] as const

export default async function Layout({ children, params }: LayoutProps<'/[locale]'>) {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) notFound()
  setRequestLocale(locale)
  const [t, account] = await Promise.all([getTranslations('learning'), getTranslations('account')])
  return (
    <html lang={locale} className={hyperlegible.variable}>
      <body>
        <ClientMessages of={['common']}>
          <AppShell
            part={account('app.learning')}
            nav={[
              { href: '/', label: t('courses'), icon: <Icon as={BookOpen} /> },
              { href: '/my-courses', label: t('mine'), icon: <Icon as={GraduationCap} /> },
              { href: '/account', label: account('title'), icon: <Icon as={CircleUser} /> },
            ]}
            footer={
              <>
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
                <p>{t('footer')}</p>
              </>
            }
          >
            {children}
          </AppShell>
          <ClientMessages of={['outboxBar', 'newVersion', 'common']}>
            <BackgroundWork />
          </ClientMessages>
        </ClientMessages>
      </body>
    </html>
  )
}
