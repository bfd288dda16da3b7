import { appLayout, appMetadata, appViewport, localeParams } from '@salama/ui/apps/app-document.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { ClipboardPen, House, MapPinned, Smartphone } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { BackgroundWork } from '@/offline/background-work.tsx'
import { OutboxBadge } from '@/outbox-list/outbox-badge.tsx'
import { TodayBadge } from '@/today/today-badge.tsx'
import '../globals.css'

export const generateMetadata = appMetadata('surveyor')
export const generateStaticParams = localeParams
export const viewport = appViewport

export default appLayout(async () => {
  const [t, account] = await Promise.all([getTranslations('places'), getTranslations('account')])
  return {
    part: account('app.surveyor'),
    nav: [
      {
        href: '/',
        label: t('today'),
        icon: House,
        badge: (
          <ClientMessages of={['outboxBar']}>
            <TodayBadge />
          </ClientMessages>
        ),
      },
      { href: '/assignments', label: t('work'), icon: MapPinned },
      { href: '/collect', label: t('collect'), icon: ClipboardPen, main: true },
      {
        href: '/outbox',
        label: t('outbox'),
        icon: Smartphone,
        badge: (
          <ClientMessages of={['outboxBar']}>
            <OutboxBadge />
          </ClientMessages>
        ),
      },
    ],
    foot: [
      { href: '/session', label: t('session') },
      { href: '/stats', label: t('stats') },
      { href: '/entries', label: t('entries') },
      { href: '/register', label: t('register') },
      { href: '/legal/surveyor-agreement', label: t('agreement') },
      { href: '/account', label: t('account') },
    ],
    background: (
      <ClientMessages of={['outboxBar', 'newVersion']}>
        <BackgroundWork />
      </ClientMessages>
    ),
  }
})
