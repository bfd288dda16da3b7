import { appLayout, appViewport, localeParams } from '@salama/ui/apps/app-document.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import { Bell, Bus, CircleUser, MapPin, Megaphone } from 'lucide-react'
import type { Metadata } from 'next'
import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { AlertsBadge } from '@/alerts/alerts-badge.tsx'
import { BackgroundWork } from '@/offline/background-work.tsx'
import { InstallApp } from '@/onboarding/install-app.tsx'
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

export default appLayout(async () => {
  const t = await getTranslations('rider')
  return {
    hasTop: false,
    nav: [
      { href: '/', label: t('nearby'), icon: MapPin },
      { href: '/ride', label: t('ride'), icon: Bus },
      { href: '/report', label: t('report'), icon: Megaphone, main: true },
      {
        href: '/alerts',
        label: t('alerts'),
        icon: Bell,
        badge: (
          <ClientMessages of={['alertsLink']}>
            <AlertsBadge />
          </ClientMessages>
        ),
      },
      { href: '/account', label: t('me'), icon: CircleUser },
    ],
    foot: [
      { href: '/search', label: t('search') },
      { href: '/corridors', label: t('corridors') },
      { href: '/about-data', label: t('aboutData') },
      { href: '/v', label: t('sticker') },
      { href: '/my-reports', label: t('myReports') },
      { href: '/receipt', label: t('receipt') },
      { href: '/legal/terms', label: t('terms') },
      { href: '/legal/privacy', label: t('privacy') },
    ],
    note: t('footer'),
    footEnd: (
      <ClientMessages of={['install']}>
        <InstallApp />
      </ClientMessages>
    ),
    background: (
      <ClientMessages of={['outboxBar', 'newVersion']}>
        <BackgroundWork />
      </ClientMessages>
    ),
  }
})
