import { listSaccoVehicles } from '@salama/domain/saccos'
import { getVisitor } from '@salama/session'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { timesIn } from '@salama/ui/i18n/times.ts'
import { Bus } from 'lucide-react'
import { getLocale, getTranslations } from 'next-intl/server'
import { CursorLinks, cursorOf } from '@/cursor.tsx'
import { findSacco, metadataOf, subjectOf } from '@/network/find.ts'
import { RouteLinks, Section } from '@/section.tsx'

type Props = PageProps<'/[locale]/saccos/[slug]'>

export const generateMetadata = metadataOf('sacco', findSacco, ({ name }) => name)

/** A sacco and its vehicles, sorted by plate and never by rating. */
export default dataPage(async function SaccoPage({ params, searchParams }: Props) {
  const sacco = await subjectOf('saccos', findSacco, params)
  const { cursor } = await searchParams
  const [vehicles, t] = await Promise.all([
    orNotFound(listSaccoVehicles(await getVisitor(), { id: sacco.id, limit: 50, ...cursorOf(cursor) })),
    getTranslations('sacco'),
  ])
  const routes = new Map(vehicles.data.flatMap((vehicle) => vehicle.routes).map((route) => [route.id, route]))
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
      <Section title={t('vehicles', { count: sacco.vehicles })} lead={t('vehiclesWords')}>
        {vehicles.data.length === 0 && (
          <EmptyState icon={<Icon as={Bus} />} title={t('none')}>
            <p>{t('noneWords')}</p>
          </EmptyState>
        )}
        <ul className="flex flex-col">
          {vehicles.data.map((vehicle) => (
            <li key={vehicle.id} className="border-b border-line last:border-0">
              <Link
                href={`/v/${vehicle.publicCode}`}
                prefetch={false}
                className="flex min-h-14 items-center gap-4 py-2 hover:bg-raised"
              >
                <span>
                  <Plate value={vehicle.plate} />
                </span>
                <span className="text-link underline">{vehicle.fleetName ?? t('open')}</span>
              </Link>
            </li>
          ))}
        </ul>
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
