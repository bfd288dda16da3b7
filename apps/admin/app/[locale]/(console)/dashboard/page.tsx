import { getDashboard } from '@salama/domain/dashboard'
import { MAX_DASHBOARD_DAYS } from '@salama/domain/dashboard/contract'
import { listCorridors } from '@salama/domain/network'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { getTranslations } from 'next-intl/server'
import { Heat, Queue } from '@/dashboard/queue-plots.tsx'
import { Categories, Corroboration, FieldWork, ReportsPerIncident } from '@/dashboard/work-plots.tsx'
import { Moment } from '@/lists/facts.tsx'
import { isNarrowed, readList } from '@/lists/read-list.ts'
import { FilterBar, FilterDays } from '@/parts/filter-bar.tsx'
import { adminPage, navItemMetadata, WrongFilters } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('dashboard')

export default adminPage<PageProps<'/[locale]/dashboard'>>(async ({ searchParams }, { caller }) => {
  const [t, asked, corridors] = await Promise.all([
    getTranslations('dashboard'),
    readList(getDashboard.operation.query, await searchParams, (query) => getDashboard(caller, query)),
    listCorridors(caller, { geometry: true, limit: 100 }),
  ])
  const roads = corridors.data.flatMap(({ geometry }) => geometry?.coordinates ?? [])
  const { typed, wrong, list: figures } = asked
  return (
    <>
      <PageHeader title={t('title')}>
        {figures && (
          <p className="text-base">
            {t('asOf')} <Moment at={figures.asOf} />
          </p>
        )}
      </PageHeader>
      <FilterBar label={t('period')} isNarrowed={isNarrowed(asked)}>
        <FilterDays
          typed={figures ? { from: figures.from, to: figures.to } : typed}
          wrong={wrong}
          refused={t('wrongPeriod', { most: MAX_DASHBOARD_DAYS })}
        />
      </FilterBar>
      {figures ? (
        <div className="grid gap-x-8 lg:grid-cols-2">
          <Queue figures={figures} />
          <Corroboration figures={figures} />
          <ReportsPerIncident figures={figures} />
          <Categories figures={figures} />
          <Heat figures={figures} roads={roads} />
          <FieldWork figures={figures} />
        </div>
      ) : (
        <WrongFilters />
      )}
    </>
  )
})
