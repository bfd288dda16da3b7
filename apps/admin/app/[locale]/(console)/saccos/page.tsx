import { listSaccoDuplicates, listSaccos, type Sacco } from '@salama/domain/saccos'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { FoundList, RowLink } from '@/lists/found-list.tsx'
import { isNarrowed, readList } from '@/lists/read-list.ts'
import { FilterBar, FilterSelect, FilterText } from '@/parts/filter-bar.tsx'
import { CreateSacco } from '@/saccos/name-forms.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('saccos')

export default adminPage<PageProps<'/[locale]/saccos'>>(async ({ searchParams }, { caller }) => {
  const asked = readList(listSaccos.operation.query, await searchParams, (query) =>
    listSaccos(caller, { ...query, limit: 50 }),
  )
  const [t, groups, duplicates] = await Promise.all([
    getTranslations('saccos'),
    orNotFound(asked),
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
      <FilterBar label={t('filter')} isNarrowed={isNarrowed(groups)}>
        <FilterText name="q" label={t('search')} value={typed.q} wrong={wrong.q} />
        <FilterSelect
          name="retired"
          label={t('state')}
          value={typed.retired}
          wrong={wrong.retired}
          all={t('inUse')}
          options={[{ value: 'true', label: t('retiredOnes') }]}
        />
      </FilterBar>
      <FoundList<z.infer<typeof Sacco>>
        path="/saccos"
        found={groups}
        caption={t('title')}
        none={{ title: t('none'), hint: t('noneHint') }}
        columns={[
          {
            key: 'name',
            label: t('name'),
            isName: true,
            cell: ({ id, name }) => <RowLink href={`/saccos/${id}`}>{name}</RowLink>,
          },
          { key: 'aliases', label: t('aliases'), cell: ({ aliases }) => aliases.join(', ') },
          { key: 'vehicles', label: t('vehicles'), end: true, cell: ({ vehicles }) => vehicles },
        ]}
      />
    </>
  )
})
