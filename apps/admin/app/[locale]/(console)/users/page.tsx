import { listUsers } from '@salama/domain/admin'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { getTranslations } from 'next-intl/server'
import { DayOf, nameOf, TextLink } from '@/lists/facts.tsx'
import { FoundList, readRows } from '@/lists/found-list.tsx'
import { FilterBar, FilterSelect, FilterText } from '@/parts/filter-bar.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'
import { GIVEN_ROLES } from '@/users/given-roles.ts'

export const generateMetadata = navItemMetadata('users')

export default adminPage<PageProps<'/[locale]/users'>>(async ({ searchParams }, { caller }) => {
  const [t, people] = await Promise.all([getTranslations('users'), readRows(listUsers, caller, await searchParams)])
  const { typed, wrong } = people
  return (
    <>
      <PageHeader title={t('title')} />
      <FilterBar label={t('filter')} typed={typed} wrong={wrong}>
        <FilterText name="q" label={t('search')} />
        <FilterSelect
          name="role"
          label={t('role')}
          all={t('everyone')}
          options={GIVEN_ROLES.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
        />
      </FilterBar>
      <FoundList
        path="/users"
        found={people}
        caption={t('title')}
        none={{ title: t('none'), hint: t('noneHint') }}
        columns={[
          {
            label: t('person'),
            isName: true,
            cell: (person) => (
              <TextLink href={`/users/${person.id}`}>
                {nameOf(person)}
                {person.you && ` (${t('you')})`}
              </TextLink>
            ),
          },
          { label: t('rolesLabel'), cell: ({ roles: has }) => has.map((role) => t(`roles.${role}`)).join(', ') },
          { label: t('since'), cell: ({ createdAt }) => createdAt && <DayOf at={createdAt} /> },
          { label: t('seen'), cell: ({ lastSignInAt }) => lastSignInAt && <DayOf at={lastSignInAt} /> },
        ]}
      />
    </>
  )
})
