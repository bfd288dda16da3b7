import { getVehicleFeedback } from '@salama/domain/feedback'
import { listVehicleIncidents } from '@salama/domain/vehicles'
import { getVisitor } from '@salama/session'
import { dataMetadata, dataPage } from '@salama/ui/apps/data-page.tsx'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Dock } from '@salama/ui/components/dock.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { timesIn } from '@salama/ui/i18n/times.ts'
import { formatPlate } from '@salama/ui/incidents/plate.ts'
import { Star } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { Follow } from '@/alerts/follow.tsx'
import { IncidentRows } from '@/incident/incident-rows.tsx'
import { pageMetadata } from '@/page-metadata.ts'
import { findPlatesLike, findVehicle, plateIn } from '@/rate/find-vehicle.ts'
import { OnIt } from '@/ride/on-it.tsx'
import { Section } from '@/section.tsx'
import { Share } from '@/share/share.tsx'
import { TextLink } from '@/text-link.tsx'
import { RatingDetails, RatingFigure } from '@/vehicle/rating.tsx'
import { RememberVehicle } from '@/vehicle/remember-vehicle.tsx'
import { ReportLinks } from '@/vehicle/report-links.tsx'
import { UnknownPlate } from '@/vehicle/unknown-plate.tsx'
import { SpeakUp, VehicleFacts } from '@/vehicle/vehicle-facts.tsx'

type Props = PageProps<'/[locale]/v/[code]'>

export const generateMetadata = dataMetadata(async ({ params }: Props): Promise<Metadata> => {
  const [{ code }, t] = await Promise.all([params, getTranslations('vehicle')])
  const vehicle = await findVehicle(code)
  if (!vehicle) {
    const plate = plateIn(code)
    return { title: plate === null ? t('unknownTitle') : formatPlate(plate), robots: { index: false } }
  }
  const plate = formatPlate(vehicle.plate)
  const path = `/v/${vehicle.publicCode}`
  const words = { title: t('title', { plate }), description: t('description', { plate }) }
  return pageMetadata(path, words, { picture: `${path}/picture` })
})

/** The target of a vehicle's sticker: its facts, its ratings, and the actions on it. */
export default dataPage(async function VehiclePage({ params }: Props) {
  const { locale, code } = await params
  const vehicle = await findVehicle(code)
  if (!vehicle) {
    const [plate, alike] = [plateIn(code), await findPlatesLike(code)]
    if (plate === null && alike.length > 0) redirect(`/${locale}/v?code=${code}`)
    if (plate === null) notFound()
    if (decodeURIComponent(code) !== plate) redirect(`/${locale}/v/${plate}`)
    return <UnknownPlate plate={plate} alike={alike} />
  }
  if (decodeURIComponent(code) !== vehicle.publicCode) redirect(`/${locale}/v/${vehicle.publicCode}`)
  const identifier = vehicle.publicCode
  const caller = await getVisitor()
  const [summary, happened, t, ride] = await Promise.all([
    getVehicleFeedback(caller, { identifier }),
    listVehicleIncidents(caller, { identifier, limit: 5 }),
    getTranslations('vehicle'),
    getTranslations('ride'),
  ])
  return (
    <SplitPage
      as="article"
      head={
        <>
          <PageHeader
            title={<Plate value={vehicle.plate} />}
            back={{ href: '/', label: ride('nearby') }}
            beside={
              <Share
                title={t('title', { plate: formatPlate(vehicle.plate) })}
                path={`/v/${vehicle.publicCode}`}
                place="title"
              />
            }
          >
            <p className="text-ink">
              {vehicle.fleetName && <strong className="font-semibold">{vehicle.fleetName}</strong>}
              {vehicle.fleetName && vehicle.sacco && ' · '}
              {vehicle.sacco?.name}
            </p>
          </PageHeader>
          <div className="flex flex-col gap-3">
            {vehicle.retiredAt && (
              <Notice title={t('retired', { day: timesIn(await getLocale()).day(vehicle.retiredAt) })}>
                <p>{t('retiredWords')}</p>
              </Notice>
            )}
            <RatingFigure summary={summary} />
            <p className="max-w-prose">
              <strong>{t('matches')}</strong> {t('matchesWords')}
            </p>
          </div>
          <ReportLinks plate={vehicle.plate} />
          <RememberVehicle plate={vehicle.plate} />
          <SpeakUp />
        </>
      }
    >
      {!summary.tooFew && (
        <Section title={t('pattern')}>
          <RatingDetails summary={summary} />
        </Section>
      )}
      <Section title={t('facts')}>
        <VehicleFacts vehicle={vehicle} />
      </Section>
      <Section title={t('happened')} lead={t('happenedWords')}>
        <Follow kind="vehicle" id={vehicle.id} label={formatPlate(vehicle.plate)} />
        <IncidentRows incidents={happened.data} nowMs={Date.now()} none={t('nothing')} />
      </Section>
      <p className="border-t border-line pt-3">
        {t('notThis')} <TextLink href="/v">{t('other')}</TextLink>
      </p>
      <Dock>
        <OnIt vehicle={vehicle.plate} beside />
        <LinkButton variant="main" size="large" href={`/rate/${vehicle.publicCode}`}>
          <Icon as={Star} className="@max-3xs:hidden" />
          {t('rate')}
        </LinkButton>
      </Dock>
    </SplitPage>
  )
})
