import { listUsers, type User } from '@salama/domain/admin'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Pager } from '@salama/ui/components/pager.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { DayOf, nameOf } from '@/lists/facts.tsx'
import { isNarrowed, readList } from '@/lists/read-list.ts'
import { DataTable } from '@/parts/data-table.tsx'
import { FilterBar, FilterSelect, FilterText } from '@/parts/filter-bar.tsx'
import { adminPage, navItemMetadata, WrongFilters } from '@/shell/admin-page.tsx'
import { GIVEN_ROLES } from '@/users/given-roles.ts'

export const generateMetadata = navItemMetadata('users')

export default adminPage<PageProps<'/[locale]/users'>>(async ({ searchParams }, { caller }) => {
  const asked = readList(listUsers.operation.query, await searchParams, (query) =>
    listUsers(caller, { ...query, limit: 50 }),
  )
  const [t, people] = await Promise.all([getTranslations('users'), orNotFound(asked)])
  const { typed, wrong, list } = people
  return (
    <>
      <PageHeader title={t('title')} />
      <FilterBar label={t('filter')} isNarrowed={isNarrowed(people)}>
        <FilterText name="q" label={t('search')} value={typed.q} wrong={wrong.q} />
        <FilterSelect
          name="role"
          label={t('role')}
          value={typed.role}
          wrong={wrong.role}
          all={t('everyone')}
          options={GIVEN_ROLES.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
        />
      </FilterBar>
      {list ? (
        <>
          <DataTable<z.infer<typeof User>>
            caption={t('title')}
            rows={list.data}
            keyOf={({ id }) => id}
            empty={<EmptyState title={t('none')}>{t('noneHint')}</EmptyState>}
            columns={[
              {
                key: 'person',
                label: t('person'),
                isName: true,
                cell: (person) => (
                  <Link
                    href={`/users/${person.id}`}
                    className="inline-flex min-h-touch items-center text-link underline"
                  >
                    {nameOf(person)}
                    {person.you && ` (${t('you')})`}
                  </Link>
                ),
              },
              {
                key: 'roles',
                label: t('rolesLabel'),
                cell: ({ roles: has }) => has.map((role) => t(`roles.${role}`)).join(', '),
              },
              { key: 'since', label: t('since'), cell: ({ createdAt }) => createdAt && <DayOf at={createdAt} /> },
              {
                key: 'seen',
                label: t('seen'),
                cell: ({ lastSignInAt }) => lastSignInAt && <DayOf at={lastSignInAt} />,
              },
            ]}
          />
          <Pager path="/users" query={typed} next={list.page.nextCursor} />
        </>
      ) : (
        <WrongFilters />
      )}
    </>
  )
})
