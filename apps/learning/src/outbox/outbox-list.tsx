'use client'

import { itemStatus } from '@salama/outbox/items.ts'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { DeleteEntry, EntryList, OutboxEntries } from '@salama/ui/outbox/outbox-entries.tsx'
import { Inbox, RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { pathOf } from '@/courses/steps.ts'
import { completionOutbox } from './completion-outbox.ts'
import { type CompletionEntry, CompletionState, timeOf } from './completion-state.tsx'

/** Pending and recently received completions with their status, newest first. */
export function OutboxList() {
  const t = useTranslations('outbox')
  return (
    <OutboxEntries
      outbox={completionOutbox}
      unavailable={{ title: t('unavailableTitle'), words: t('unavailable') }}
      empty={
        <EmptyState
          icon={<Icon as={Inbox} />}
          title={t('emptyTitle')}
          action={<LinkButton href="/">{t('toCourses')}</LinkButton>}
        >
          <p>{t('empty')}</p>
        </EmptyState>
      }
    >
      {(entries) => <Entries entries={entries} />}
    </OutboxEntries>
  )
}

function Entries({ entries }: { entries: CompletionEntry[] }) {
  const t = useTranslations('outbox')
  const hasArrived = ({ item }: CompletionEntry) => item.state === 'received'
  const waiting = entries.filter((entry) => !hasArrived(entry))
  const arrived = entries.filter(hasArrived)
  return (
    <div className="flex flex-col items-start gap-8">
      {waiting.some(canGoNow) && (
        <Button variant="main" onClick={() => completionOutbox.flush({ eager: true })}>
          <Icon as={RotateCw} />
          {t('tryNow')}
        </Button>
      )}
      {waiting.length > 0 ? (
        <EntryList title={t('waitingTitle')} entries={waiting}>
          {(entry) => <One entry={entry} />}
        </EntryList>
      ) : (
        <p>{t('emptyTitle')}</p>
      )}
      {arrived.length > 0 && (
        <EntryList title={t('arrivedTitle')} entries={arrived}>
          {(entry) => <One entry={entry} />}
        </EntryList>
      )}
    </div>
  )
}

/** Whether an immediate retry may help. */
function canGoNow({ item }: CompletionEntry): boolean {
  const status = itemStatus(item, Date.now())
  return status === 'saved' || (status === 'waiting' && timeOf(item, status) === null)
}

function One({ entry }: { entry: CompletionEntry }) {
  const t = useTranslations('outbox')
  const { moment } = useTimes()
  const { content, savedAt } = entry.item
  const status = itemStatus(entry.item, Date.now())
  const name = t(content.isQuiz ? 'quiz' : 'lesson', { title: content.title })
  return (
    <>
      <h3 className="text-lg font-bold">
        {name} <span className="text-base font-normal text-soft">{t('done', { time: moment(new Date(savedAt)) })}</span>
      </h3>
      <CompletionState entry={entry} />
      <div className="flex flex-wrap items-center gap-2">
        {content.isQuiz && (status === 'received' || status === 'refused') && (
          <LinkButton href={pathOf(content.course, content.module, content.item)}>{t('toQuiz')}</LinkButton>
        )}
        <DeleteEntry
          status={status}
          isSafe={status === 'received'}
          words={{
            label: t('erase'),
            yes: t('eraseYes'),
            question: { title: t('eraseTitle'), lost: t('eraseWords'), no: t('eraseNo') },
          }}
          onDelete={() => completionOutbox.remove(entry.item.id)}
        />
      </div>
    </>
  )
}
