import { listAuditLog, listUsers } from '@salama/domain/admin'
import { MAX_AUDIT_FILE } from '@salama/domain/admin/audit-contract'
import { DomainError } from '@salama/domain/shared'
import type { UserCaller } from '@salama/session'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Pager } from '@salama/ui/components/pager.tsx'
import { getMessages, getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { actionKey } from '@/audit/action-key.ts'
import { AuditList } from '@/audit/audit-list.tsx'
import { readList } from '@/lists/read-list.ts'
import { FilterBar, FilterDays, FilterSelect, FilterText } from '@/parts/filter-bar.tsx'
import { adminPage, navItemMetadata, WrongFilters } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('audit')

/** The log's filters; here an admin can also be given by e-mail. */
const AuditFilters = listAuditLog.operation.query.extend({ actorId: listUsers.operation.query.shape.q })

const inOrder = <Value extends string>(values: readonly Value[], wordsOf: (value: Value) => string) =>
  values
    .map((value) => ({ value, label: wordsOf(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label))

/** The export of the current filter, up to the limit of one file; an earlier last day returns older rows. */
function fileOf({ cursor: _, limit: __, ...filters }: z.output<typeof AuditFilters>) {
  const given = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return new URLSearchParams([...given, ['limit', String(MAX_AUDIT_FILE)]])
}

export default adminPage<PageProps<'/[locale]/audit'>>(async ({ searchParams }, { caller }) => {
  const asked = readList(AuditFilters, await searchParams, async (query) => {
    const filters = { ...query, actorId: await whoIs(caller, query.actorId) }
    return { filters, ...(await listAuditLog(caller, { ...filters, limit: 50 })) }
  })
  const [t, all, { audit }, log] = await Promise.all([
    getTranslations('audit'),
    getTranslations(),
    getMessages(),
    orNotFound(asked),
  ])
  // Every action, and every kind of subject, that has words.
  const actions = Object.keys(audit.sentences).map((key) => key.replace('_', '.'))
  const subjects = Object.keys(audit.subjects) as (keyof typeof audit.subjects)[] // the keys of a module are known
  const { typed, wrong, list } = log
  return (
    <>
      <PageHeader title={t('title')}>
        <p className="text-base">{t('lead')}</p>
      </PageHeader>
      <FilterBar label={t('filter')} typed={typed} wrong={wrong}>
        <FilterText name="q" label={t('q')} />
        <FilterSelect
          name="action"
          label={t('actionOf')}
          all={t('everything')}
          options={inOrder(actions, (action) => all(actionKey(action) as 'review.moved.approved'))} // each has words, see the test
        />
        <FilterSelect
          name="subjectKind"
          label={t('about')}
          all={t('everything')}
          options={inOrder(subjects, (kind) => t(`subjects.${kind}`))}
        />
        <FilterText name="actorId" label={t('actorId')} refused={t('actorUnknown')} />
        <FilterDays />
      </FilterBar>
      {list ? (
        <>
          <AuditList events={list.data} caption={t('title')} empty={t('none')} />
          <div className="flex flex-wrap items-center gap-6">
            <Pager path="/audit" query={typed} next={list.page.nextCursor} />
            <a href={`/api/audit-log/export?${fileOf(list.filters)}`} download className="touch-link font-semibold">
              {t('export', { most: MAX_AUDIT_FILE })}
            </a>
          </div>
        </>
      ) : (
        <WrongFilters />
      )}
    </>
  )
})

/**
 * Resolves a filter to the id of one account: by id (also of a deleted account), by e-mail, or by a unique part of the
 * e-mail or name.
 * @throws {DomainError} `invalid_request` for no match or several
 */
async function whoIs(caller: UserCaller, filter: string | undefined): Promise<string | undefined> {
  if (filter === undefined || z.uuid().safeParse(filter).success) return filter
  const { data } = await listUsers(caller, { q: filter, limit: 100 })
  const named =
    data.find(({ email }) => email?.toLowerCase() === filter.toLowerCase()) ?? (data.length === 1 && data[0])
  if (!named)
    throw new DomainError('invalid_request', {
      errors: [{ path: 'actorId', code: 'unknown_reference', message: 'Nobody, or more than one.' }],
    })
  return named.id
}
