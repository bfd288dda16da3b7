'use client'

import { itemStatus } from '@salama/outbox/items.ts'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { DeleteEntry, EntryList, OutboxEntries, SignInLink } from '@salama/ui/outbox/outbox-entries.tsx'
import { Inbox, RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
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
  // What arrives while the page is open is shown until it is closed; what arrived earlier is not in the way.
  const [openedAt] = useState(() => Date.now())
  const waiting = entries.filter(({ item }) => item.state !== 'received')
  const arrived = entries.filter(({ item }) => (item.receivedAt ?? 0) >= openedAt)
  const needsSignIn = waiting.some(({ item }) => itemStatus(item, Date.now()) === 'sign_in')
  return (
    <div className="flex flex-col items-start gap-8">
      {needsSignIn && (
        <Notice tone="warn" title={t('state.sign_in')}>
          <p>{t('waitsForPerson')}</p>
          <SignInLink>{t('signIn')}</SignInLink>
        </Notice>
      )}
      {waiting.some(canGoNow) && (
        <Button variant="main" onClick={() => completionOutbox.flush({ eager: true })}>
          <Icon as={RotateCw} />
          {t('tryNow')}
        </Button>
      )}
      {waiting.length > 0 ? (
        <EntryList
          title={t('waitingTitle')}
          entries={waiting}
          action={waiting.length > 1 && <DeleteAll of={waiting} />}
        >
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

/** Deletes everything that waits, except what is being sent just now. */
function DeleteAll({ of }: { of: CompletionEntry[] }) {
  const t = useTranslations('outbox')
  const idle = of.filter(({ item }) => itemStatus(item, Date.now()) !== 'sending')
  return (
    <DeleteEntry
      status={idle.length === 0 ? 'sending' : 'saved'}
      isSafe={false}
      words={{
        label: t('eraseAll'),
        yes: t('eraseAllYes'),
        question: { title: t('eraseAllTitle'), lost: t('eraseAllWords', { count: idle.length }), no: t('eraseAllNo') },
      }}
      onDelete={async () => {
        for (const { item } of idle) await completionOutbox.remove(item.id)
      }}
    />
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
      <h3 className="font-semibold">
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
