import { USUAL_SEATS } from '@salama/domain/shared'
import { isPageReady } from '@salama/ui/apps/mark-ready.tsx'
import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { ScriptForm } from '@salama/ui/components/script-form.tsx'
import { useTranslations } from 'next-intl'
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { ProblemNotice, useFirstWrong } from '@/parts/problem-notice.tsx'
import { type Draft, useDraft } from './draft.ts'
import { DuplicatePicker, NONE_OF_THESE } from './duplicate-picker.tsx'
import { EditFields, FactsToCheck } from './edits/edit-fields.tsx'
import { NoteField, ReasonField } from './form-fields.tsx'
import { isForPhotos, type Task } from './tasks.ts'
import type { Decision, Entry } from './use-entry.ts'

type Props = { task: Task; entry: Entry; onCancel: () => void; onDecide: (decision: Decision) => void }

/** A number of seats that can hardly be needs a note before it is approved: the entry's, or the one it is edited to. */
function needsNoteToApprove({ about }: Entry['shown'], { capacity }: Draft['edits']) {
  if (capacity === undefined) return about?.oddities.includes('seats_unusual') ?? false
  return capacity !== null && (Number(capacity) < USUAL_SEATS.least || Number(capacity) > USUAL_SEATS.most)
}

/** The validation errors of a decision, by field. */
function missingIn(task: Task, draft: Draft, shown: Entry['shown']) {
  const needsNote =
    task === 'approved' || task === 'approved_with_edits'
      ? needsNoteToApprove(shown, draft.edits)
      : task === 'changes_requested' && shown.kind === 'report'
  return {
    reason: task !== 'approved' && task !== 'approved_with_edits' && draft.reasonCode === '',
    note: needsNote && draft.note.trim() === '',
    edits: task === 'approved_with_edits' && Object.keys(draft.edits).length === 0,
    duplicateOf: task === 'duplicate' && draft.duplicateOf.trim() === '',
  }
}

function decisionFrom(task: Task, { reasonCode, note, edits, duplicateOf }: Draft): Decision {
  return {
    decision: task,
    ...(task !== 'approved' && reasonCode && { reasonCode }),
    ...(note.trim() && { note: note.trim() }),
    ...(Object.keys(edits).length > 0 && { edits }),
    ...(task === 'duplicate' && { duplicateOf: duplicateOf.trim() }),
  }
}

/** The form of a decision. Its input stays until the decision is saved, whatever happens to the entry meanwhile. */
export function DecisionForm({ task, entry, onCancel, onDecide }: Props) {
  const t = useTranslations('review')
  const { shown, hasChanged } = entry
  const { draft, change } = useDraft(shown.id, task)
  const [tried, setTried] = useState(false)
  const [form, goToWrong] = useFirstWrong()
  const missing = missingIn(task, draft, shown)
  const isNone = task === 'duplicate' && draft.duplicateOf === NONE_OF_THESE
  const isClosed = shown.decidedAt !== null
  const isApproval = task === 'approved' || task === 'approved_with_edits'
  const needsNote = isApproval && needsNoteToApprove(shown, draft.edits)
  useEffect(() => {
    if (form.current?.contains(document.activeElement)) return
    // It may be in use before the page responds: moving it then would lose a press.
    if (isPageReady()) form.current?.scrollIntoView({ block: 'nearest' })
    const first = task === 'approved' && !needsNote ? 'button[type=submit]' : 'select, input, textarea'
    form.current?.querySelector<HTMLElement>(first)?.focus({ preventScroll: true })
  }, [task, form, needsNote])

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isNone) return onCancel()
    if (Object.values(missing).includes(true)) return goToWrong()
    if (!hasChanged && !isClosed) onDecide(decisionFrom(task, draft))
  }
  const keys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault() // one press closes only the form; the page's own Escape would also leave the entry
      onCancel()
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
  }

  return (
    <ScriptForm
      ref={form}
      aria-label={t(`task.${task}`)}
      onSubmit={submit}
      onKeyDown={keys}
      noValidate
      className="flex max-w-3xl scroll-mt-36 flex-col gap-4 rounded-control bg-raised p-4"
    >
      <h2 className="font-semibold">{t(`task.${task}`)}</h2>
      {needsNote && <Notice tone="warn">{t('seatsWords')}</Notice>}
      <p className="max-w-prose text-soft">{t(isForPhotos(shown) ? 'photoTaskWords' : wordsOf(task, shown.kind))}</p>
      {task === 'approved_with_edits' && (
        <EditFields entry={shown} edits={draft.edits} onChange={(edits) => change({ edits })} />
      )}
      {tried && missing.edits && <Notice tone="danger">{t('editsMissing')}</Notice>}
      {task === 'duplicate' && (
        <DuplicatePicker
          entry={shown}
          value={draft.duplicateOf}
          onChange={(duplicateOf) => change({ duplicateOf })}
          error={tried && missing.duplicateOf}
        />
      )}
      {task !== 'approved' && !isNone && (
        <ReasonField
          reasons={shown.reasons}
          decision={task}
          value={draft.reasonCode}
          onChange={(reasonCode) => change({ reasonCode })}
          error={tried && missing.reason}
        />
      )}
      {task === 'changes_requested' && shown.kind === 'collection_entry' && (
        <FactsToCheck edits={draft.edits} onChange={(edits) => change({ edits })} />
      )}
      <NoteField
        decision={task}
        kind={shown.kind}
        value={draft.note}
        onChange={(note) => change({ note })}
        error={tried && missing.note ? t(isApproval ? 'seatsMissing' : 'questionMissing') : undefined}
      />
      <ProblemNotice problem={entry.problem} />
      {isClosed && <Notice tone="warn">{t('closedMeanwhile')}</Notice>}
      {hasChanged && !isClosed && <p className="font-semibold">{t('changedFirst')}</p>}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant={task === 'rejected' ? 'danger' : 'main'} disabled={hasChanged || isClosed}>
          {t(isNone ? 'noneOfTheseSend' : `send.${task}`)}
        </Button>
        <Button onClick={onCancel}>{t('later')}</Button>
        <span className="hidden text-sm text-soft lg:inline">{t('sendKeys')}</span>
      </div>
    </ScriptForm>
  )
}

type WordsKey =
  | 'taskWords.approvedReport'
  | 'taskWords.approvedDispute'
  | 'taskWords.rejectedDispute'
  | 'taskWords.rejectedFeedback'
  | `taskWords.${Task}`

/** The effect of a decision, where it depends on the kind. */
function wordsOf(task: Task, kind: Entry['shown']['kind']): WordsKey {
  if (task === 'approved' && kind === 'report') return 'taskWords.approvedReport'
  if (task === 'approved' && kind === 'dispute') return 'taskWords.approvedDispute'
  if (task === 'rejected' && kind === 'dispute') return 'taskWords.rejectedDispute'
  if (task === 'rejected' && kind === 'feedback') return 'taskWords.rejectedFeedback'
  return `taskWords.${task}`
}
