import { getAssignment } from '@salama/domain/assignments'
import type { closeAssignment, freeAssignmentSlot } from '@salama/domain/assignments/admin-contract'
import { TRANSLATED_INTO, WRITTEN_IN } from '@salama/domain/shared'
import { idIn, orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AssignSlot } from '@/assignments/assign-slot.tsx'
import { EditAssignment } from '@/assignments/edit-dialog.tsx'
import { isOver, languageName, Progress, Quota, slotStateOf, titleOf, Where } from '@/assignments/words.tsx'
import { Action } from '@/lists/action.tsx'
import { Facts, Moment, nameOf, Part, TextLink } from '@/lists/facts.tsx'
import { DataTable } from '@/parts/data-table.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'

/** States in which a slot can be made claimable again; what was handed in is decided in review. */
const FREEABLE = ['blocked', 'claimed', 'changes_requested']
/** States in which a slot can be given to somebody, while the assignment is open. */
const ASSIGNABLE = ['open', 'claimed', 'changes_requested']

export const generateMetadata = navItemMetadata('assignments')

export default adminPage<PageProps<'/[locale]/assignments/[id]'>>(async ({ params }, { caller }) => {
  const id = idIn((await params).id)
  const [t, locale, work] = await Promise.all([
    getTranslations('assignments'),
    getLocale(),
    orNotFound(getAssignment(caller, { id })),
  ])
  const blocked = (reason: string | null) =>
    reason !== null && t.has(`blocked.${reason}` as 'blocked.unsafe') && t(`blocked.${reason}` as 'blocked.unsafe')
  return (
    <ClientMessages of={['common', 'console', 'errors', 'parts', 'assignments']}>
      <PageHeader title={titleOf(work, locale)} back={{ href: '/assignments', label: t('title') }} />
      <Facts
        facts={[
          { label: t('kind'), value: t(`kinds.${work.kind}`) },
          { label: t('where'), value: <Where of={work} /> },
          { label: t('due'), value: work.dueAt ? <Moment at={work.dueAt} /> : t('noDue') },
          { label: t('quota'), value: <Quota of={work} /> },
          { label: t('progress'), value: <Progress of={work} /> },
          {
            label: t('writtenIn', { language: languageName(WRITTEN_IN, locale) }),
            value: <Words title={work.title} text={work.instructions} lang={WRITTEN_IN} />,
          },
          ...(TRANSLATED_INTO
            ? [
                {
                  label: t('writtenIn', { language: languageName(TRANSLATED_INTO, locale) }),
                  value: work.titleSw ? (
                    <Words title={work.titleSw} text={work.instructionsSw ?? ''} lang={TRANSLATED_INTO} />
                  ) : (
                    t('notWritten')
                  ),
                },
              ]
            : []),
        ]}
      />
      {work.closedAt ? (
        <p className="pt-4">
          <strong>{t('closed')}</strong> <Moment at={work.closedAt} />: <q>{work.closeReason}</q>
        </p>
      ) : (
        <div className="flex flex-wrap gap-2 pt-4">
          <EditAssignment work={work} />
          <Action<typeof closeAssignment>
            label={t('close')}
            title={t('closeTitle')}
            done={t('closedNow')}
            endpoint="POST /api/assignments/{id}/close"
            request={{ params: { id: work.id } }}
            danger
          >
            <p>{t('closeWords')}</p>
          </Action>
        </div>
      )}
      <Part title={t('slots')}>
        <DataTable
          caption={t('slots')}
          rows={work.slots}
          keyOf={(slot) => slot.id}
          empty={null}
          columns={[
            { label: t('slot'), isName: true, cell: ({ n }) => n },
            {
              label: t('state'),
              cell: (slot) =>
                [t(`slotStates.${slotStateOf(slot, work)}`), slot.state === 'blocked' && blocked(slot.reason)]
                  .filter(Boolean)
                  .join(': '),
            },
            {
              label: t('blocks'),
              cell: ({ blocks }) =>
                blocks.length > 0 && (
                  <ul className="flex max-w-prose flex-col gap-1">
                    {blocks.map(({ at, reason, note }) => (
                      <li key={at}>
                        <Moment at={at} />: {blocked(reason)}
                        {note && <q className="block break-words whitespace-pre-line">{note}</q>}
                      </li>
                    ))}
                  </ul>
                ),
            },
            { label: t('holder'), cell: ({ holder }) => holder && nameOf(holder) },
            { label: t('until'), cell: ({ heldUntil }) => heldUntil && <Moment at={heldUntil} /> },
            {
              label: t('entries'),
              end: true,
              cell: ({ n, entries, tally }) => (
                <>
                  <EntriesLink id={work.id} n={n} entries={entries}>
                    {work.quota.vehicles === null
                      ? entries
                      : t('entriesOf', { entries: tally.counted, asked: work.quota.vehicles })}
                  </EntriesLink>
                  {entries > tally.counted && (
                    <span className="block text-sm text-soft">
                      {(['repeated', 'far', 'rejected', 'incomplete'] as const)
                        .flatMap((why) => (tally[why] > 0 ? [t(`notCounted.${why}`, { count: tally[why] })] : []))
                        .join(' · ')}
                    </span>
                  )}
                </>
              ),
            },
            {
              label: t('countedMinutes'),
              end: true,
              cell: ({ countedMinutes }) =>
                work.quota.minutes === null
                  ? countedMinutes || null
                  : t('entriesOf', { entries: countedMinutes, asked: work.quota.minutes }),
            },
            {
              label: t('actions'),
              cell: (slot) => (
                <div className="flex flex-wrap gap-2">
                  {ASSIGNABLE.includes(slot.state) && !isOver(work) && (
                    <AssignSlot id={work.id} slot={slot} holderName={slot.holder && nameOf(slot.holder)} />
                  )}
                  {FREEABLE.includes(slot.state) && (
                    <Action<typeof freeAssignmentSlot>
                      label={t('free')}
                      title={t('freeTitle', { n: slot.n })}
                      done={t('freed', { n: slot.n })}
                      endpoint="POST /api/assignments/{id}/slots/{n}/free"
                      request={{ params: { id: work.id, n: slot.n } }}
                    >
                      <p>{t('freeWords')}</p>
                    </Action>
                  )}
                </div>
              ),
            },
          ]}
        />
      </Part>
    </ClientMessages>
  )
})

function Words({ title, text, lang }: { title: string; text: string; lang: string }) {
  return (
    <div lang={lang}>
      <p className="font-semibold">{title}</p>
      <p className="whitespace-pre-line">{text}</p>
    </div>
  )
}

/** Leads to what was recorded under the slot, where something was. */
function EntriesLink({ id, n, entries, children }: { id: string; n: number; entries: number; children: ReactNode }) {
  return entries > 0 ? <TextLink href={`/assignments/${id}/slots/${n}`}>{children}</TextLink> : children
}
