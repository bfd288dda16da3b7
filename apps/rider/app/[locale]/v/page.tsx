import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { formatPlate, looksLikePlate, plateKey } from '@salama/ui/incidents/plate.ts'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/page-metadata.ts'
import { findParts, findPlatesLike, findVehicle } from '@/rate/find-vehicle.ts'
import { TextLink } from '@/text-link.tsx'
import { FindForm } from '@/vehicle/find-form.tsx'
import { Scan } from '@/vehicle/scan.tsx'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('find')
  return pageMetadata('/v', { title: t('title'), description: t('lead') })
}

/** Finds a vehicle by scanning or typing the code of its sticker. */
export default dataPage(async function FindVehiclePage({ params, searchParams }: PageProps<'/[locale]/v'>) {
  const [{ locale }, { code }, t, words] = await Promise.all([
    params,
    searchParams,
    getTranslations('find'),
    getTranslations('search'),
  ])
  const typed = typeof code === 'string' ? code.trim().slice(0, 40) : ''
  const vehicle = typed === '' ? null : await findVehicle(encodeURIComponent(typed))
  if (vehicle) redirect(`/${locale}/v/${vehicle.publicCode}`)
  const [plates, parts] =
    typed === '' ? [[], []] : await Promise.all([findPlatesLike(encodeURIComponent(typed)), findParts(typed)])
  const isWhole = looksLikePlate(typed)
  if (isWhole && parts.length === 0) redirect(`/${locale}/v/${plateKey(typed)}`)
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
      {parts.length > 0 && (
        <nav aria-label={t('parts')} className="flex flex-col items-start">
          <h2 className="font-bold">{t('parts')}</h2>
          {parts.map((plate) => (
            <TextLink key={plate} href={`/v/${plateKey(plate)}`}>
              {plate}
            </TextLink>
          ))}
          {isWhole && (
            <TextLink href={`/v/${plateKey(typed)}`}>{words('unknownPlate', { plate: formatPlate(typed) })}</TextLink>
          )}
        </nav>
      )}
      <FindForm {...(typed !== '' && { typed, error: isWhole ? undefined : t('unknown') })} />
    </SplitPage>
  )
})
