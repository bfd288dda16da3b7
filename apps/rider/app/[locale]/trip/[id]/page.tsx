import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { TripPage } from '@/ride/trip-page.tsx'

type Props = PageProps<'/[locale]/trip/[id]'>

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('trip')
  return { title: t('title'), robots: { index: false, follow: false }, referrer: 'no-referrer' }
}

/** Reads nothing: the browser has the key. */
export default async function SharedTripPage({ params }: Props) {
  const [{ id }, t] = await Promise.all([params, getTranslations('trip')])
  return (
    <ClientMessages of={['common', 'trip', 'map']}>
      <noscript>
        <p>{t('needsScript')}</p>
      </noscript>
      <TripPage id={id} />
    </ClientMessages>
  )
}
