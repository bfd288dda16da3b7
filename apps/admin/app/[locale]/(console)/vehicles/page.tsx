import { listVehicles } from '@salama/domain/vehicle-records'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Pager } from '@salama/ui/components/pager.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { isNarrowed, readList } from '@/lists/read-list.ts'
import { FilterBar, FilterSelect, FilterText } from '@/parts/filter-bar.tsx'
import { adminPage, navItemMetadata, WrongFilters } from '@/shell/admin-page.tsx'
import { CreateVehicle } from '@/vehicles/create-vehicle.tsx'
import { VehicleTable } from '@/vehicles/vehicle-table.tsx'

export const generateMetadata = navItemMetadata('vehicles')

export default adminPage<PageProps<'/[locale]/vehicles'>>(async ({ searchParams }, { caller }) => {
  const asked = readList(listVehicles.operation.query, await searchParams, (query) =>
    listVehicles(caller, { ...query, limit: 50 }),
  )
  const [t, vehicles] = await Promise.all([getTranslations('vehicles'), orNotFound(asked)])
  const { typed, wrong, list } = vehicles
  return (
    <>
      <PageHeader title={t('title')}>
        <p className="text-base">{t('lead')}</p>
      </PageHeader>
      <ClientMessages of={['common', 'console', 'errors', 'parts', 'vehicles']}>
        <CreateVehicle />
      </ClientMessages>
      <FilterBar label={t('filter')} isNarrowed={isNarrowed(vehicles)}>
        <FilterText name="q" label={t('search')} value={typed.q} wrong={wrong.q} />
        <FilterSelect
          name="state"
          label={t('state')}
          value={typed.state}
          wrong={wrong.state}
          all={t('allStates')}
          options={(['in_use', 'retired'] as const).map((value) => ({ value, label: t(`states.${value}`) }))}
        />
        {typed.routeId !== undefined && <input type="hidden" name="routeId" value={typed.routeId} />}
        {typed.saccoId !== undefined && <input type="hidden" name="saccoId" value={typed.saccoId} />}
      </FilterBar>
      {typed.saccoId !== undefined && <p>{t('ofSacco')}</p>}
      {typed.routeId !== undefined && <p>{t('onRoute')}</p>}
      {!list && <WrongFilters />}
      {list?.data.length === 0 && <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>}
      {list && list.data.length > 0 && (
        <ClientMessages of={['common', 'console', 'errors', 'vehicles']}>
          <VehicleTable vehicles={list.data} />
        </ClientMessages>
      )}
      {list && <Pager path="/vehicles" query={typed} next={list.page.nextCursor} />}
    </>
  )
})
