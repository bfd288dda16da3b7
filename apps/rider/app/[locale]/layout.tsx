import { appViewport, localeParams } from '@salama/ui/apps/app-document.tsx'
import { AppShell } from '@salama/ui/components/app-shell.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { hyperlegible } from '@salama/ui/font.ts'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import { CircleUser, MapPin, Megaphone, Search } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { BackgroundWork } from '@/offline/background-work.tsx'
import { TextLink } from '@/text-link.tsx'
import '../globals.css'

export async function generateMetadata({ params }: LayoutProps<'/[locale]'>): Promise<Metadata> {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) return {}
  const t = await getTranslations({ locale, namespace: 'rider' })
  return {
    title: { default: t('title'), template: `%s · ${t('name')}` },
    description: t('description'),
    applicationName: t('name'),
    appleWebApp: { title: t('name'), capable: true },
    formatDetection: { telephone: false },
  }
}

export const generateStaticParams = localeParams
export const viewport = appViewport

const FOOT = [
  { href: '/about-data', label: 'aboutData' },
  { href: '/v', label: 'sticker' },
  { href: '/my-reports', label: 'myReports' },
  { href: '/receipt', label: 'receipt' },
  { href: '/legal/terms', label: 'terms' },
  { href: '/legal/privacy', label: 'privacy' },
] as const

export default async function Layout({ children, params }: LayoutProps<'/[locale]'>) {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) notFound()
  setRequestLocale(locale)
  const t = await getTranslations('rider')
  return (
    <html lang={locale} className={hyperlegible.variable}>
      <body>
        <ClientMessages of={['common']}>
          <AppShell
            nav={[
              { href: '/', label: t('nearby'), icon: <Icon as={MapPin} /> },
              { href: '/search', label: t('search'), icon: <Icon as={Search} /> },
              { href: '/report', label: t('report'), icon: <Icon as={Megaphone} />, main: true },
              { href: '/account', label: t('account'), icon: <Icon as={CircleUser} /> },
            ]}
            footer={
              <>
                <ul className="flex flex-wrap gap-x-6">
                  {FOOT.map(({ href, label }) => (
                    <li key={href}>
                      <TextLink href={href} prefetch={false}>
                        {t(label)}
                      </TextLink>
                    </li>
                  ))}
                </ul>
                <p>{t('footer')}</p>
              </>
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
