import { type AdminSacco, listSaccoDuplicates } from '@salama/domain/saccos'
import type { keepSaccosApart } from '@salama/domain/saccos/contract'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { Action } from '@/lists/action.tsx'
import { MergeButton } from '@/saccos/merge-button.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('saccos')

export default adminPage<PageProps<'/[locale]/saccos/duplicates'>>(async (_, { caller }) => {
  const [t, { data }] = await Promise.all([getTranslations('saccos'), listSaccoDuplicates(caller, {})])
  return (
    <>
      <PageHeader title={t('duplicates')} back={{ href: '/saccos', label: t('title') }}>
        <p className="text-base">{t('duplicatesLead')}</p>
      </PageHeader>
      {data.length === 0 && <EmptyState title={t('noDuplicates')}>{t('noRegister')}</EmptyState>}
      <ClientMessages of={['common', 'console', 'errors']}>
        <ul className="flex max-w-4xl flex-col">
          {data.map(({ score, groups: [a, b] }) =>
            a && b ? (
              <li key={`${a.id} ${b.id}`} className="flex flex-col gap-2 border-t border-line py-3">
                <div className="flex flex-wrap items-center justify-between gap-x-4">
                  <p className="text-sm text-soft">{t('alike', { percent: Math.round(score * 100) })}</p>
                  <Action<typeof keepSaccosApart>
                    label={t('apart')}
                    title={t('apartTitle', { a: a.name, b: b.name })}
                    done={t('keptApart', { a: a.name, b: b.name })}
                    endpoint="PUT /api/saccos/{id}/apart"
                    request={{ params: { id: a.id }, body: { from: b.id } }}
                  >
                    <p>{t('apartWords')}</p>
                  </Action>
                </div>
                <div className="grid gap-3 md:grid-cols-2">
                  <Group group={a} other={b} />
                  <Group group={b} other={a} />
                </div>
              </li>
            ) : null,
          )}
        </ul>
      </ClientMessages>
    </>
  )
})

/** One of two possible duplicates, with the figures that help to choose which to keep. */
async function Group({ group, other }: Record<'group' | 'other', z.infer<typeof AdminSacco>>) {
  const t = await getTranslations('saccos')
  return (
    <div className="flex flex-col items-start gap-1">
      <h2 className="font-semibold">
        <Link href={`/saccos/${group.id}`} className="text-link underline">
          {group.name}
        </Link>
      </h2>
      <p className="text-sm text-soft">
        {[t('vehicleCount', { count: group.vehicles }), ...group.registerNos, ...group.aliases].join(' · ')}
      </p>
      <MergeButton from={other} into={group} label={t('keep')} />
    </div>
  )
}
