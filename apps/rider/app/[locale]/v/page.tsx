import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { looksLikePlate, plateKey } from '@salama/ui/incidents/plate.ts'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/page-metadata.ts'
import { findLike, findVehicle } from '@/rate/find-vehicle.ts'
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
  const result = typed === '' ? [] : await findLike(typed)
  if (looksLikePlate(typed) && result.length === 0) redirect(`/${locale}/v/${plateKey(typed)}`)
  return (
    <SplitPage
      head={
        <PageHeader title={t('title')}>
          <p>{t('lead')}</p>
        </PageHeader>
      }
    >
      <ClientMessages of={['common', 'find', 'plateHint', 'ride']}>
        <FindForm key={typed} initial={typed === '' ? null : { q: typed, result }} />
        <Scan />
      </ClientMessages>
    </SplitPage>
  )
})
