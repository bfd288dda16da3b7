'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { BulkDialog } from './bulk-dialog.tsx'
import type { BulkDecision } from './use-bulk.ts'
import type { Selection } from './use-selection.ts'

/** What can be decided on several at once, by kind. */
const DECISIONS = {
  report: ['approved', 'rejected', 'escalated'],
  feedback: ['approved', 'rejected', 'escalated'],
  collection_entry: ['approved', 'changes_requested', 'rejected', 'escalated'],
  dispute: ['approved', 'rejected', 'escalated'],
} as const satisfies Record<string, readonly BulkDecision[]>

/** What can be done with the chosen entries. It lies over the end of the page, which keeps room for it. */
export function BulkBar({ selection, onDone }: { selection: Selection; onDone: () => void }) {
  const t = useTranslations('review')
  // As they were when the dialog was opened: what is decided leaves the list, and must still be told.
  const [dialog, setDialog] = useState<{ decision: BulkDecision; entries: Selection['selected'] } | null>(null)
  const { selected, kind } = selection
  if (!kind) return null
  return (
    <>
      <section
        aria-label={t('selection')}
        className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 border-t-2 border-ink bg-paper px-4 py-2 lg:-mx-6 lg:px-6"
      >
        <p role="status" className="mr-2 font-bold">
          {t('selected', { count: selected.length, kind: t(`kind.${kind}`) })}
        </p>
        {DECISIONS[kind].map((decision) => (
          <Button key={decision} onClick={() => setDialog({ decision, entries: selected })}>
            {t(`bulk.${decision}`)}…
          </Button>
        ))}
        <Button look="quiet" onClick={selection.clear}>
          {t('clearSelection')}
        </Button>
      </section>
      {dialog && (
        <BulkDialog
          {...dialog}
          onClose={(changed) => {
            setDialog(null)
            if (!changed) return
            selection.clear()
            onDone()
          }}
        />
      )}
    </>
  )
}
