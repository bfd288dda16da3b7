import { getDashboard } from '@salama/domain/dashboard'
import { MAX_DASHBOARD_DAYS } from '@salama/domain/dashboard/contract'
import { listCorridors } from '@salama/domain/network'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { getTranslations } from 'next-intl/server'
import { AutoRefresh } from '@/dashboard/auto-refresh.tsx'
import { Corridors, ResponseTimes, Surveyors } from '@/dashboard/outcome-plots.tsx'
import { DashboardQuery, PRESETS, periodOf } from '@/dashboard/period.ts'
import { Heat, Queue } from '@/dashboard/queue-plots.tsx'
import { Totals } from '@/dashboard/totals.tsx'
import { Categories, Corroboration, FieldWork, ReportsPerIncident } from '@/dashboard/work-plots.tsx'
import { Moment } from '@/lists/facts.tsx'
import { isNarrowed, readList } from '@/lists/read-list.ts'
import { FilterBar, FilterDays } from '@/parts/filter-bar.tsx'
import { adminPage, navItemMetadata, WrongFilters } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('dashboard')

export default adminPage<PageProps<'/[locale]/dashboard'>>(async ({ searchParams }, { caller }) => {
  const [t, asked, corridors] = await Promise.all([
    getTranslations('dashboard'),
    readList(DashboardQuery, await searchParams, (query) => getDashboard(caller, periodOf(query))),
    listCorridors(caller, { geometry: true, limit: 100 }),
  ])
  const roads = corridors.data.flatMap(({ geometry }) => geometry?.coordinates ?? [])
  const { typed, wrong, list: figures } = asked
  return (
    <>
      <PageHeader title={t('title')}>
        {figures && (
          <p className="text-base">
            {t('asOf')} <Moment at={figures.asOf} /> <AutoRefresh />
          </p>
        )}
      </PageHeader>
      <nav aria-label={t('presets')} className="flex flex-wrap gap-x-4 print:hidden">
        {PRESETS.map((days) => (
          <Link
            key={days}
            href={`/dashboard?days=${days}`}
            aria-current={typed.days === days ? 'page' : undefined}
            className="touch-link font-semibold aria-[current]:text-ink aria-[current]:no-underline"
          >
            {t('preset', { days: Number(days) })}
          </Link>
        ))}
      </nav>
      <FilterBar
        label={t('period')}
        typed={figures ? { from: figures.from, to: figures.to } : typed}
        wrong={wrong}
        canReset={isNarrowed(asked)}
      >
        <FilterDays refused={t('wrongPeriod', { most: MAX_DASHBOARD_DAYS })} />
      </FilterBar>
      {figures ? (
        <>
          <Totals figures={figures} />
          <div className="grid gap-x-8 lg:grid-cols-2">
            <Queue figures={figures} />
            <ResponseTimes figures={figures} />
            <Corroboration figures={figures} />
            <ReportsPerIncident figures={figures} />
            <Categories figures={figures} />
            <Corridors figures={figures} />
            <Heat figures={figures} roads={roads} />
            <FieldWork figures={figures} />
            <Surveyors figures={figures} />
          </div>
        </>
      ) : (
        <WrongFilters />
      )}
    </>
  )
})
