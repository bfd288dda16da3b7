import { listVehicles } from '@salama/domain/vehicle-records'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { FoundRows, readRows } from '@/lists/found-list.tsx'
import { FilterBar, FilterSelect, FilterText } from '@/parts/filter-bar.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'
import { CreateVehicle } from '@/vehicles/vehicle-forms.tsx'
import { VehicleTable } from '@/vehicles/vehicle-table.tsx'

export const generateMetadata = navItemMetadata('vehicles')

export default adminPage<PageProps<'/[locale]/vehicles'>>(async ({ searchParams }, { caller }) => {
  const [t, vehicles] = await Promise.all([
    getTranslations('vehicles'),
    readRows(listVehicles, caller, await searchParams),
  ])
  const { typed, wrong } = vehicles
  return (
    <ClientMessages of={['common', 'console', 'errors', 'parts', 'vehicles']}>
      <PageHeader title={t('title')}>
        <p className="text-base">{t('lead')}</p>
      </PageHeader>
      <CreateVehicle />
      <FilterBar label={t('filter')} typed={typed} wrong={wrong}>
        <FilterText name="q" label={t('search')} />
        <FilterSelect
          name="state"
          label={t('state')}
          all={t('allStates')}
          options={(['in_use', 'retired'] as const).map((value) => ({ value, label: t(`states.${value}`) }))}
        />
        {typed.routeId !== undefined && <input type="hidden" name="routeId" value={typed.routeId} />}
        {typed.saccoId !== undefined && <input type="hidden" name="saccoId" value={typed.saccoId} />}
      </FilterBar>
      {typed.saccoId !== undefined && <p>{t('ofSacco')}</p>}
      {typed.routeId !== undefined && <p>{t('onRoute')}</p>}
      <FoundRows path="/vehicles" found={vehicles} none={{ title: t('none'), hint: t('noneHint') }}>
        {(rows) => <VehicleTable vehicles={rows} />}
      </FoundRows>
    </ClientMessages>
  )
})
