import { listIncidentRecords } from '@salama/domain/incident-records'
import { INCIDENT_STATES } from '@salama/domain/incident-records/list-contract'
import { CATEGORIES } from '@salama/domain/shared'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { IncidentList } from '@/incidents/incident-list.tsx'
import { FoundRows, readRows } from '@/lists/found-list.tsx'
import { FilterBar, FilterDays, FilterSelect, FilterText } from '@/parts/filter-bar.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('incidents')

const CONFIDENCE = ['unverified', 'corroborated', 'verified', 'disputed', 'refuted'] as const
/** Set by a link or by the map, not by a field of the form. */
const GIVEN = ['corridorId', 'least', 'most', 'leastSeverity', 'bbox'] as const

export default adminPage<PageProps<'/[locale]/incidents'>>(async ({ searchParams }, { caller }) => {
  const [t, review, categories, found] = await Promise.all([
    getTranslations('incidentList'),
    getTranslations('review'),
    getTranslations('categories'),
    readRows(listIncidentRecords, caller, await searchParams),
  ])
  const { typed, wrong } = found
  const categoryOptions = Object.keys(CATEGORIES).map((value) => ({
    value,
    label: categories(value as keyof typeof CATEGORIES), // the keys of CATEGORIES
  }))
  return (
    <>
      <PageHeader title={t('title')} />
      <FilterBar label={t('filter')} typed={typed} wrong={wrong}>
        <FilterText name="q" label={t('search')} />
        <FilterSelect name="category" label={review('fact.category')} all={t('all')} options={categoryOptions} />
        <FilterSelect
          name="state"
          label={t('state')}
          all={t('all')}
          options={INCIDENT_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
        />
        <FilterSelect
          name="corroboration"
          label={review('fact.corroboration')}
          all={t('all')}
          options={CONFIDENCE.map((value) => ({ value, label: review(`corroboration.${value}`) }))}
        />
        <FilterDays />
        {GIVEN.map((name) => typed[name] && <input key={name} type="hidden" name={name} value={typed[name]} />)}
      </FilterBar>
      <FoundRows path="/incidents" found={found} none={{ title: t('none'), hint: t('noneHint') }}>
        {(rows) => (
          <ClientMessages of={['common', 'incidentList', 'review', 'categories', 'incidents', 'map']}>
            <IncidentList incidents={rows} query={typed} />
          </ClientMessages>
        )}
      </FoundRows>
    </>
  )
})
