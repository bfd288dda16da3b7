import { itemStatus } from '@salama/outbox/items.ts'
import { useOutbox } from '@salama/outbox/use-outbox.ts'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import type { ReportEntry } from '@/outbox/content.ts'
import { EntryActions } from '@/outbox/entry-actions.tsx'
import { EntryState } from '@/outbox/entry-state.tsx'
import { reportOutbox } from '@/outbox/report-outbox.ts'
import { AddMore } from './add-more.tsx'
import { QuickExit } from './quick-exit.tsx'
import { Receipt } from './receipt.tsx'
import type { Received } from './send-report.ts'
import { Support } from './support.tsx'
import type { Sent } from './use-send.ts'

/** A sent report: its status until the server has it, then the receipt. */
export function SentReport({
  sent,
  onTakeBack,
  onStartNew,
}: {
  sent: Sent
  onTakeBack: (id: string) => void
  onStartNew: () => void
}) {
  const entries = useOutbox(reportOutbox)
  if (!sent.saved) return <Receipt {...sent} onStartNew={onStartNew} />
  const entry = Array.isArray(entries) ? entries.find(({ item }) => item.id === sent.id) : undefined
  if (!entry) return entries === null ? null : <Gone onStartNew={onStartNew} />
  if (entry.item.reply)
    return <SavedReceipt entry={entry} reply={entry.item.reply} sensitive={sent.sensitive} onStartNew={onStartNew} />
  return (
    <OnItsWay entry={entry} sensitive={sent.sensitive} onTakeBack={() => onTakeBack(sent.id)} onStartNew={onStartNew} />
  )
}

/** It was deleted in another tab, or storage does not respond. */
function Gone({ onStartNew }: { onStartNew: () => void }) {
  const t = useTranslations('report.onItsWay')
  return (
    <div className="mx-auto flex w-full max-w-140 flex-col gap-3 py-4 md:flex-row">
      <LinkButton href="/outbox">{t('outbox')}</LinkButton>
      <Button onClick={onStartNew}>{t('another')}</Button>
    </div>
  )
}

/** The receipt of a report in the outbox. Its code is deleted here at once for a sensitive report, else a day later. */
export function SavedReceipt({
  entry,
  reply,
  sensitive,
  onStartNew,
  past = false,
}: {
  entry: ReportEntry
  reply: Received
  sensitive: boolean
  onStartNew?: () => void
  past?: boolean
}) {
  const { item, files } = entry
  const [receiptCode] = useState(item.content.receiptCode)
  useEffect(() => {
    if (item.content.shown) return
    const saved = { ...item.content, shown: true, receiptCode: sensitive ? null : item.content.receiptCode }
    reportOutbox.replaceContent(item.id, saved).catch(() => null) // then it is deleted with the item, later
  }, [item, sensitive])
  return (
    <Receipt
      received={reply}
      reported={item.content}
      sensitive={sensitive}
      receiptCode={receiptCode}
      files={files}
      addMore={<AddMore id={item.id} files={files} />}
      {...(onStartNew && { onStartNew })}
      past={past}
    />
  )
}

function OnItsWay({
  entry,
  sensitive,
  onTakeBack,
  onStartNew,
}: {
  entry: ReportEntry
  sensitive: boolean
  onTakeBack: () => void
  onStartNew: () => void
}) {
  const t = useTranslations('report.onItsWay')
  const isUnderWay = ['saved', 'sending'].includes(itemStatus(entry.item, Date.now())) && entry.item.attempts === 0
  return (
    <div className="mx-auto flex w-full max-w-140 flex-col gap-6 py-4">
      {sensitive && <QuickExit />}
      <div className="just-came contents">
        <section aria-labelledby="on-its-way" className="animate-drop flex flex-col gap-4">
          <h1 id="on-its-way" ref={focusOnMount} tabIndex={-1} className="text-xl font-bold outline-none">
            {t(isUnderWay ? 'sending' : 'title')}
          </h1>
          <EntryState entry={entry} />
          <EntryActions entry={entry} onChange={onTakeBack} />
        </section>
        <AddMore id={entry.item.id} files={entry.files} />
        {sensitive && <Support />}
        <div className="flex flex-col gap-3 border-t border-line pt-6 md:flex-row">
          <LinkButton href="/outbox">{t('outbox')}</LinkButton>
          <Button onClick={onStartNew}>{t('another')}</Button>
        </div>
      </div>
    </div>
  )
}
