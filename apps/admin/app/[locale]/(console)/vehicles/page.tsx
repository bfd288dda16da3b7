import { listVehicles } from '@salama/domain/vehicle-records'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Pager } from '@salama/ui/components/pager.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { placeMetadata } from '@/office/place-metadata.ts'
import { readQuery } from '@/office/read-query.ts'
import { FilterBar, FilterText } from '@/parts/filter-bar.tsx'
import { adminPage } from '@/shell/admin-page.tsx'
import { VehicleTable } from '@/vehicles/vehicle-table.tsx'

export const generateMetadata = placeMetadata('vehicles')

export default adminPage<PageProps<'/[locale]/vehicles'>>(async ({ searchParams }, { caller }) => {
  const query = { ...readQuery(listVehicles.operation.query, await searchParams), limit: 50 }
  const [t, vehicles] = await Promise.all([getTranslations('vehicles'), orNotFound(listVehicles(caller, query))])
  return (
    <>
      <PageHeader title={t('title')}>
        <p className="text-base">{t('lead')}</p>
      </PageHeader>
      <FilterBar label={t('filter')} isNarrowed={query.q !== undefined || query.saccoId !== undefined}>
        <FilterText name="q" label={t('search')} value={query.q} />
        {query.saccoId !== undefined && <input type="hidden" name="saccoId" value={query.saccoId} />}
      </FilterBar>
      {vehicles.data.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
      ) : (
        <ClientMessages of={['common', 'console', 'errors', 'vehicles']}>
          <VehicleTable vehicles={vehicles.data} />
        </ClientMessages>
      )}
      <Pager path="/vehicles" query={query} next={vehicles.page.nextCursor} />
    </>
  )
})
