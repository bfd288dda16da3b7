import { listSaccoDuplicates, listSaccos } from '@salama/domain/saccos'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { TextLink } from '@/lists/facts.tsx'
import { FoundList, readRows } from '@/lists/found-list.tsx'
import { FilterBar, FilterSelect, FilterText } from '@/parts/filter-bar.tsx'
import { CreateSacco } from '@/saccos/name-forms.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('saccos')

export default adminPage<PageProps<'/[locale]/saccos'>>(async ({ searchParams }, { caller }) => {
  const [t, groups, duplicates] = await Promise.all([
    getTranslations('saccos'),
    readRows(listSaccos, caller, await searchParams),
    listSaccoDuplicates(caller, {}),
  ])
  const { typed, wrong } = groups
  return (
    <>
      <PageHeader title={t('title')} />
      {duplicates.data.length > 0 && (
        <LinkButton href="/saccos/duplicates">{t('toDuplicates', { count: duplicates.data.length })}</LinkButton>
      )}
      <ClientMessages of={['common', 'console', 'errors', 'saccos']}>
        <CreateSacco />
      </ClientMessages>
      <FilterBar label={t('filter')} typed={typed} wrong={wrong}>
        <FilterText name="q" label={t('search')} />
        <FilterSelect
          name="retired"
          label={t('state')}
          all={t('inUse')}
          options={[{ value: 'true', label: t('retiredOnes') }]}
        />
      </FilterBar>
      <FoundList
        path="/saccos"
        found={groups}
        caption={t('title')}
        none={{ title: t('none'), hint: t('noneHint') }}
        columns={[
          {
            label: t('name'),
            isName: true,
            cell: ({ id, name }) => <TextLink href={`/saccos/${id}`}>{name}</TextLink>,
          },
          { label: t('aliases'), cell: ({ aliases }) => aliases.join(', ') },
          { label: t('vehicles'), end: true, cell: ({ vehicles }) => vehicles },
        ]}
      />
    </>
  )
})
