import { appAddresses, getPerson } from '@salama/session'
import { AppHome } from '@salama/ui/apps/app-home.tsx'
import { getTranslations } from 'next-intl/server'

export default async function Page() {
  const [t, person] = await Promise.all([getTranslations('home'), getPerson()])
  return (
    <AppHome app="admin" title={t('title')} lead={t('lead')} person={person} addresses={appAddresses()} needs="admin">
      <p>{t('now')}</p>
      <p className="text-soft">{t('next')}</p>
    </AppHome>
  )
}
