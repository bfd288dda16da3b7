import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/page-metadata.ts'
import { findPlatesLike, findVehicle } from '@/rate/find-vehicle.ts'
import { TextLink } from '@/text-link.tsx'
import { FindForm } from '@/vehicle/find-form.tsx'
import { Scan } from '@/vehicle/scan.tsx'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('find')
  return pageMetadata('/v', { title: t('title'), description: t('lead') })
}

/** Finds a vehicle by scanning or typing the code of its sticker. */
export default dataPage(async function FindVehiclePage({ params, searchParams }: PageProps<'/[locale]/v'>) {
  const [{ locale }, { code }, t] = await Promise.all([params, searchParams, getTranslations('find')])
  const typed = typeof code === 'string' ? code.trim().slice(0, 40) : ''
  const vehicle = typed === '' ? null : await findVehicle(encodeURIComponent(typed))
  if (vehicle) redirect(`/${locale}/v/${vehicle.publicCode}`)
  const plates = typed === '' ? [] : await findPlatesLike(encodeURIComponent(typed))
  return (
    <SplitPage
      head={
        <PageHeader title={t('title')}>
          <p>{t('lead')}</p>
        </PageHeader>
      }
    >
      <ClientMessages of={['common', 'find']}>
        <Scan />
      </ClientMessages>
      {plates.map((plate) => (
        <TextLink key={plate} href={{ pathname: '/v', query: { code: plate } }}>
          {t('didYouMean', { plate })}
        </TextLink>
      ))}
      <FindForm {...(typed !== '' && { typed, error: t('unknown') })} />
    </SplitPage>
  )
})
