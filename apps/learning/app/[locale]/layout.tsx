import { appLayout, appMetadata, appViewport, localeParams } from '@salama/ui/apps/app-document.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { BookOpen, CircleUser, GraduationCap } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { BackgroundWork } from '@/offline/background-work.tsx'
import '../globals.css'

export const generateMetadata = appMetadata('learning')
export const generateStaticParams = localeParams
export const viewport = appViewport

export default appLayout(async () => {
  const [t, account] = await Promise.all([getTranslations('learning'), getTranslations('account')])
  return {
    part: account('app.learning'),
    nav: [
      { href: '/', label: t('courses'), icon: BookOpen },
      { href: '/my-courses', label: t('mine'), icon: GraduationCap },
      { href: '/account', label: account('title'), icon: CircleUser },
    ],
    foot: [
      { href: '/check', label: t('check') },
      { href: '/offline', label: t('kept') },
      { href: '/outbox', label: t('outbox') },
    ],
    note: t('footer'),
    background: (
      <ClientMessages of={['outboxBar', 'newVersion', 'common']}>
        <BackgroundWork />
      </ClientMessages>
    ),
  }
})
