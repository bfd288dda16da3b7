'use client'

import { itemStatus } from '@salama/outbox/items.ts'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { DeleteEntry, EntryList, OutboxEntries } from '@salama/ui/outbox/outbox-entries.tsx'
import { ArrowLeft, Inbox } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { NoReports } from '@/report/no-reports.tsx'
import { SavedReceipt } from '@/report/sent-report.tsx'
import { isTimePublic, type ReportEntry } from './content.ts'
import { EntryActions } from './entry-actions.tsx'
import { EntryState } from './entry-state.tsx'
import { reportOutbox } from './report-outbox.ts'

/** The reports on this phone with their status, newest first. */
export function OutboxList() {
  const t = useTranslations('outbox')
  const common = useTranslations('common')
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <OutboxEntries
      outbox={reportOutbox}
      unavailable={{ title: t('unavailableTitle'), words: t('unavailable') }}
      empty={
        <NoReports icon={Inbox} title={t('emptyTitle')} action={t('emptyAction')}>
          {t('empty')}
        </NoReports>
      }
    >
      {(entries) => {
        const open = entries.find(({ item }) => item.id === opened)
        if (open?.item.reply)
          return (
            <>
              <Button variant="quiet" className="-ms-3 self-start" onClick={() => setOpened(null)}>
                <Icon as={ArrowLeft} />
                {common('back')}
              </Button>
              <SavedReceipt entry={open} reply={open.item.reply} sensitive={open.item.content.category === null} past />
            </>
          )
        return (
          <EntryList entries={entries}>
            {(entry) => <One entry={entry} onOpen={() => setOpened(entry.item.id)} />}
          </EntryList>
        )
      }}
    </OutboxEntries>
  )
}

function One({ entry, onOpen }: { entry: ReportEntry; onOpen: () => void }) {
  const t = useTranslations('outbox')
  const category = useTranslations('categories')
  const router = useRouter()
  const { moment, day } = useTimes()
  const { id, content, savedAt } = entry.item
  const status = itemStatus(entry.item, Date.now())
  const time = (isTimePublic(content.category) ? moment : day)(new Date(savedAt))
  const name = content.category === null ? t('report') : category(content.category)
  return (
    <section aria-label={`${name}, ${time}`} className="flex w-full flex-col gap-3">
      <h2 className="font-semibold">
        {name} <span className="text-base font-normal text-soft">{t('written', { time })}</span>
      </h2>
      <EntryState entry={entry} />
      <EntryActions entry={entry} onChange={() => router.push(`/report?change=${id}`)} />
      <div className="flex flex-wrap items-center gap-2">
        {content.receiptCode !== null && entry.item.reply && <Button onClick={onOpen}>{t('receipt')}</Button>}
        <DeleteEntry
          status={status}
          isSafe={status === 'received' && content.receiptCode === null}
          words={{
            label: t(status === 'received' ? 'eraseEntry' : 'erase'),
            yes: t(status === 'received' ? 'eraseEntry' : 'eraseYes'),
            question: {
              title: t('eraseTitle'),
              lost: t(status === 'received' ? 'eraseCode' : 'eraseWords'),
              no: t(status === 'received' ? 'eraseCodeNo' : 'eraseNo'),
            },
          }}
          onDelete={() => reportOutbox.remove(id)}
        />
      </div>
    </section>
  )
}
