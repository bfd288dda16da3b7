import { listVehicleFigures } from '@salama/domain/feedback'
import { listSaccoVehicles } from '@salama/domain/saccos'
import { getVisitor } from '@salama/session'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { Row } from '@salama/ui/components/row.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { timesIn } from '@salama/ui/i18n/times.ts'
import { Bus, Megaphone, Star } from 'lucide-react'
import { getLocale, getTranslations } from 'next-intl/server'
import { CursorLinks, cursorOf } from '@/cursor.tsx'
import { findSacco, metadataOf, subjectOf } from '@/network/find.ts'
import { RouteLinks, Section } from '@/section.tsx'
import { FigureLine } from '@/vehicle/rating.tsx'

type Props = PageProps<'/[locale]/saccos/[slug]'>

export const generateMetadata = metadataOf('sacco', findSacco, ({ name }) => name)

/** So many plates that nobody rated are shown without a press. */
const MOST_OPEN = 6

/** A sacco and its vehicles, sorted by plate and never by rating. */
export default dataPage(async function SaccoPage({ params, searchParams }: Props) {
  const sacco = await subjectOf('saccos', findSacco, params)
  const { cursor } = await searchParams
  const [vehicles, t] = await Promise.all([
    orNotFound(listSaccoVehicles(await getVisitor(), { id: sacco.id, limit: 50, ...cursorOf(cursor) })),
    getTranslations('sacco'),
  ])
  const ids = vehicles.data.map(({ id }) => id)
  const [known, figures] = await Promise.all([
    ids.length > 0 ? listVehicleFigures(await getVisitor(), { ids }) : { data: [] },
    getTranslations('figures'),
  ])
  const figureOf = new Map(known.data.map((figure) => [figure.vehicleId, figure]))
  const rated = vehicles.data.flatMap((vehicle) => {
    const figure = figureOf.get(vehicle.id)
    return figure ? [{ ...vehicle, figure }] : []
  })
  const unrated = vehicles.data.filter(({ id }) => !figureOf.has(id))
  const routes = new Map(vehicles.data.flatMap((vehicle) => vehicle.routes).map((route) => [route.id, route]))
  const find = (
    <div className="flex flex-wrap gap-2">
      <LinkButton variant="main" href="/v">
        <Icon as={Star} />
        {t('rate')}
      </LinkButton>
      <LinkButton href="/report">
        <Icon as={Megaphone} />
        {t('report')}
      </LinkButton>
    </div>
  )
  return (
    <SplitPage
      as="article"
      head={
        <PageHeader title={sacco.name} back={{ href: '/search', label: t('search') }}>
          {sacco.aliases.length > 0 && <p>{t('aliases', { names: sacco.aliases.join(', ') })}</p>}
          {sacco.retiredAt && (
            <Notice title={t('retired', { day: timesIn(await getLocale()).day(sacco.retiredAt) })}>
              <p>{t('retiredWords')}</p>
            </Notice>
          )}
        </PageHeader>
      }
    >
      <Section
        title={t('vehicles', { count: sacco.vehicles })}
        {...(vehicles.data.length > 1 && { lead: t('vehiclesWords') })}
      >
        {vehicles.data.length === 0 && (
          <EmptyState icon={<Icon as={Bus} />} title={t('none')} action={find}>
            <p>{t('noneWords')}</p>
          </EmptyState>
        )}
        <ul className="rows flex flex-col">
          {rated.map((vehicle) => (
            <li key={vehicle.id}>
              <Row href={`/v/${vehicle.publicCode}`} sign={<Plate value={vehicle.plate} />}>
                {vehicle.fleetName && <span className="block font-semibold">{vehicle.fleetName}</span>}
                <span className="text-sm text-soft">
                  <FigureLine figure={vehicle.figure} />
                </span>
              </Row>
            </li>
          ))}
        </ul>
        {vehicles.data.length > 0 && rated.length === 0 && (
          <EmptyState title={t('unrated')} action={find}>
            <p>{t('unratedWords')}</p>
          </EmptyState>
        )}
        {unrated.length > 0 && (
          <details open={rated.length === 0 && unrated.length <= MOST_OPEN}>
            <summary className="touch-link cursor-pointer">{figures('unrated', { count: unrated.length })}</summary>
            <ul className="flex flex-wrap gap-2 pt-2">
              {unrated.map(({ id, publicCode, plate }) => (
                <li key={id}>
                  <Link href={`/v/${publicCode}`} prefetch={false} className="inline-flex min-h-touch items-center">
                    <Plate value={plate} />
                  </Link>
                </li>
              ))}
            </ul>
          </details>
        )}
        <CursorLinks
          path={`/saccos/${sacco.slug}`}
          cursor={cursor}
          next={vehicles.page.nextCursor}
          nextLabel={t('more')}
          firstLabel={t('first')}
        />
      </Section>
      {routes.size > 0 && (
        <Section title={t('routes')}>
          <RouteLinks routes={[...routes.values()]} />
        </Section>
      )}
    </SplitPage>
  )
})
