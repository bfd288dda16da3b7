import { listAuditLog } from '@salama/domain/admin'
import { getSaccoForAdmin, listSaccos } from '@salama/domain/saccos'
import type { undoSaccoMerge } from '@salama/domain/saccos/contract'
import type { restoreSacco, retireSacco } from '@salama/domain/saccos/retire-contract'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { timesIn } from '@salama/ui/i18n/times.ts'
import { getLocale, getTranslations } from 'next-intl/server'
import { AuditList } from '@/audit/audit-list.tsx'
import { Action } from '@/lists/action.tsx'
import { DayOf, Facts, Part } from '@/lists/facts.tsx'
import { readList } from '@/lists/read-list.ts'
import { FilterBar, FilterText } from '@/parts/filter-bar.tsx'
import { Aliases } from '@/saccos/aliases.tsx'
import { MergeButton } from '@/saccos/merge-button.tsx'
import { RenameSacco } from '@/saccos/name-forms.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('saccos')

export default adminPage<PageProps<'/[locale]/saccos/[id]'>>(async ({ params, searchParams }, { caller }) => {
  const group = await orNotFound(getSaccoForAdmin(caller, { id: (await params).id }))
  const asked = readList(listSaccos.operation.query, await searchParams, async (query) =>
    query.q === undefined ? null : listSaccos(caller, { ...query, limit: 10 }),
  )
  const { day } = timesIn(await getLocale())
  const [t, { typed, wrong, list }, log] = await Promise.all([
    getTranslations('saccos'),
    orNotFound(asked),
    listAuditLog(caller, { subjectKind: 'sacco', subjectId: group.id, limit: 50 }),
  ])
  const change = group.retiredAt ? 'restore' : 'retire'
  const others = list?.data.filter(({ id }) => id !== group.id)
  return (
    <ClientMessages of={['common', 'console', 'errors', 'saccos']}>
      <PageHeader title={group.name} back={{ href: '/saccos', label: t('title') }} />
      {group.retiredAt && (
        <Notice title={t('retiredSince', { day: day(group.retiredAt) })} className="mb-4 max-w-3xl">
          <p>{t('retiredWords')}</p>
        </Notice>
      )}
      <Facts
        facts={[
          {
            label: t('vehicles'),
            value: (
              <Link href={{ pathname: '/vehicles', query: { saccoId: group.id } }} className="text-link underline">
                {t('vehicleCount', { count: group.vehicles })}
              </Link>
            ),
          },
          { label: t('registerNos'), value: group.registerNos.join(', ') || t('notRegistered') },
        ]}
      />
      <div className="flex flex-wrap gap-2 pt-4">
        <RenameSacco key={group.name} id={group.id} name={group.name} />
        <Action<typeof restoreSacco | typeof retireSacco>
          label={t(change)}
          title={t(`${change}Title`, { name: group.name })}
          done={t(group.retiredAt ? 'restored' : 'retireDone', { name: group.name })}
          endpoint={`POST /api/saccos/{id}/${change}`}
          request={{ params: { id: group.id } }}
        >
          <p>{t(`${change}Words`)}</p>
        </Action>
      </div>
      <Part title={t('aliases')} lead={t('aliasesLead')}>
        <Aliases id={group.id} aliases={group.aliases} />
      </Part>
      <Part title={t('merge')} lead={t('mergeLead')}>
        <FilterBar label={t('merge')} typed={typed} wrong={wrong} canReset={false}>
          <FilterText name="q" label={t('search')} />
        </FilterBar>
        {others?.length === 0 && <p>{t('none')}</p>}
        <ul className="max-w-3xl">
          {others?.map((other) => (
            <li
              key={other.id}
              className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-1"
            >
              <span>
                {other.name} <span className="text-soft">({t('vehicleCount', { count: other.vehicles })})</span>
              </span>
              <MergeButton from={group} into={other} label={t('mergeInto')} />
            </li>
          ))}
        </ul>
        {group.merges.length > 0 && <h3 className="pt-2 font-semibold">{t('wentIn')}</h3>}
        <ul className="max-w-3xl">
          {group.merges.map(({ from, mergedAt, undoUntil, vehicles }) => (
            <li key={from.id} className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-1">
              <span>
                {from.name}{' '}
                <span className="text-soft">
                  ({t('vehicleCount', { count: vehicles })}, <DayOf at={mergedAt} />)
                </span>
              </span>
              <Action<typeof undoSaccoMerge>
                label={t('undo')}
                title={t('undoTitle', { from: from.name })}
                done={t('undone', { from: from.name })}
                endpoint="POST /api/saccos/{id}/split"
                request={{ params: { id: from.id } }}
              >
                <p>
                  {t('undoWords', { from: from.name })} {t('undoUntil')} <DayOf at={undoUntil} />.
                </p>
              </Action>
            </li>
          ))}
        </ul>
      </Part>
      <Part title={t('history')}>
        <AuditList events={log.data} caption={t('history')} empty={t('noHistory')} />
      </Part>
    </ClientMessages>
  )
})
