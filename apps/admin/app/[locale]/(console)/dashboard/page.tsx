import { getDashboard } from '@salama/domain/dashboard'
import { listCorridors } from '@salama/domain/network'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { getTranslations } from 'next-intl/server'
import { countable } from '@/dashboard/period.ts'
import { Heat, Queue } from '@/dashboard/queue-plots.tsx'
import { Categories, Corroboration, FieldWork, ReportsPerIncident } from '@/dashboard/work-plots.tsx'
import { placeMetadata } from '@/office/place-metadata.ts'
import { readQuery } from '@/office/read-query.ts'
import { Moment } from '@/office/words.tsx'
import { FilterBar, FilterDays } from '@/parts/filter-bar.tsx'
import { adminPage } from '@/shell/admin-page.tsx'

export const generateMetadata = placeMetadata('dashboard')

export default adminPage<PageProps<'/[locale]/dashboard'>>(async ({ searchParams }, { caller }) => {
  const asked = readQuery(getDashboard.operation.query, await searchParams)
  const [t, figures, corridors] = await Promise.all([
    getTranslations('dashboard'),
    getDashboard(caller, countable(asked, new Date())),
    listCorridors(caller, { geometry: 'true', limit: 100 }),
  ])
  const roads = corridors.data.flatMap(({ geometry }) => geometry?.coordinates ?? [])
  return (
    <>
      <PageHeader title={t('title')}>
        <p className="text-base">
          {t('asOf')} <Moment at={figures.asOf} />
        </p>
      </PageHeader>
      <FilterBar label={t('period')} isNarrowed={asked.from !== undefined || asked.to !== undefined}>
        <FilterDays from={figures.from} to={figures.to} />
      </FilterBar>
      <div className="grid gap-x-8 lg:grid-cols-2">
        <Queue figures={figures} />
        <Corroboration figures={figures} />
        <ReportsPerIncident figures={figures} />
        <Categories figures={figures} />
        <Heat figures={figures} roads={roads} />
        <FieldWork figures={figures} />
      </div>
    </>
  )
})
