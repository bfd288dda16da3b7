import { appLayout, appViewport, localeParams } from '@salama/ui/apps/app-document.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import { Activity, CircleUser, History, House, KeyRound } from 'lucide-react'
import type { Metadata } from 'next'
import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import '../globals.css'

export async function generateMetadata({ params }: LayoutProps<'/[locale]'>): Promise<Metadata> {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) return {}
  const t = await getTranslations({ locale, namespace: 'developers' })
  return { title: { default: t('name'), template: `%s · ${t('name')}` }, description: t('description') }
}

export const generateStaticParams = localeParams
export const viewport = appViewport

export default appLayout(async () => {
  const [t, account] = await Promise.all([getTranslations('developers'), getTranslations('account')])
  return {
    part: account('app.api'),
    nav: [
      { href: '/', label: t('home'), icon: House },
      { href: '/keys', label: t('keys'), icon: KeyRound },
      { href: '/status', label: t('status'), icon: Activity },
      { href: '/changelog', label: t('changelog'), icon: History },
      { href: '/account', label: t('account'), icon: CircleUser },
    ],
  }
})
