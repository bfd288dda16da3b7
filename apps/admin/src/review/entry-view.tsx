import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { useToast } from '@/parts/toasts.tsx'
import { ActionBar, ClaimButtons, EntryNavigation } from './action-bar.tsx'
import { AssignSheet } from './assign.tsx'
import { Context } from './context/context.tsx'
import { DecisionForm } from './decision-form.tsx'
import { Difference } from './difference.tsx'
import { EntryStanding } from './entry-standing.tsx'
import { SubjectFacts } from './fact-list.tsx'
import type { QueueFilter } from './filter.ts'
import { DueMark, KindMark, StateMark, useNow, Viewers } from './marks.tsx'
import { OddityMarks, reasonKey } from './queue-row.tsx'
import { ReversalOffer } from './reversal-offer.tsx'
import { useDecisionState } from './saving/decision-context.ts'
import { useDecisions } from './saving/decisions.tsx'
import { type Shortcut, ShortcutHelp, useShortcuts } from './shortcuts.tsx'
import { type Task, tasksOf } from './tasks.ts'
import { ReopenOffer, UndoOffer } from './undo-offer.tsx'
import { entryPath } from './use-desk-url.ts'
import { useEntry } from './use-entry.ts'

type Props = {
  initial: ReviewEntryDetail
  filter: QueueFilter
  task: Task | null
  /** Whether the entry was opened to undo its decision. */
  undo: boolean
  renderedAt: string
  /** The entry's position in the list, from one; undefined where it is not loaded. */
  position: number | undefined
  /** The keys of the list that also work while an entry is open. */
  listShortcuts: readonly Shortcut[]
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onDone: () => void
  onUndoLast: () => void
  onClose: () => void
  onOpen: (id: string) => void
  help: boolean
  onHelp: (open: boolean) => void
}

/** Moves focus to the top of the entry when the focused control disappears, for screen reader and keyboard users. */
export const focusEntry = () => document.getElementById('entry')?.focus({ preventScroll: true })

/** A prefetched entry may be some seconds old: what changed since is adopted until the reviewer can have read it. */
const UNREAD_MS = 2_000

/** One entry with its details, and all actions on it by button and by key. */
export function EntryView({ initial, filter, task: begun, undo, renderedAt, position, ...props }: Props) {
  const { listShortcuts, onPrevious, onNext, onDone, onUndoLast, onClose, onOpen, help, onHelp } = props
  const t = useTranslations('review')
  const showToast = useToast()
  const { clock } = useTimes()
  const decisions = useDecisions()
  const { unsaved, failed } = useDecisionState()
  const entry = useEntry(
    initial,
    failed.find((each) => each.entryId === initial.id),
  )
  const { shown } = entry
  const saving = unsaved.find((each) => each.entryId === shown.id)
  const nowMs = useNow(renderedAt)
  const tasks = tasksOf(shown)
  const isOpen = shown.decidedAt === null
  const mayDecide = isOpen && !saving && !shown.own && !shown.escalatedByYou
  const [task, setTask] = useState(begun && tasks.includes(begun) && mayDecide ? begun : null)
  const [assigning, setAssigning] = useState(false)
  const [undoing, setUndoing] = useState(undo && initial.undoUntil !== null)

  const [openedAt] = useState(() => Date.now())
  const { hasChanged, seen } = entry
  useEffect(() => {
    if (hasChanged && task === null && Date.now() - openedAt < UNREAD_MS) seen()
  }, [hasChanged, task, openedAt, seen])

  const begin = (wanted: Task) => {
    if (!mayDecide || !tasks.includes(wanted) || wanted === task) return
    entry.forget()
    setTask(wanted)
  }
  // A key pressed while the entry was loading arrives by the URL, possibly after the entry is shown.
  const [asked, setAsked] = useState(begun)
  if (begun !== asked) {
    setAsked(begun)
    if (begun) begin(begun)
  }
  const close = () => {
    entry.forget()
    setTask(null)
    focusEntry()
  }
  const claim = async () => {
    const claimed = await entry.claim()
    if (claimed?.claimedUntil) showToast('done', t('claimed', { time: clock(claimed.claimedUntil) }))
  }
  const release = async () => {
    if (await entry.release()) showToast('done', t('released'))
  }
  const claiming = {
    entry,
    onClaim: mayDecide ? claim : null,
    onRelease: shown.claimedByYou ? release : null,
    onAssign: isOpen ? () => setAssigning(true) : null,
  }
  const shortcuts: Shortcut[] = [
    { keys: ['c'], name: 'claim', run: () => void (mayDecide && claim()) },
    { keys: ['u'], name: 'release', run: () => void (shown.claimedByYou && release()) },
    { keys: ['m'], name: 'assign', run: () => isOpen && setAssigning(true) },
    { keys: ['a'], name: 'approve', run: () => begin('approved') },
    { keys: ['e'], name: 'edit', run: () => begin('approved_with_edits') },
    { keys: ['r'], name: 'reject', run: () => begin('rejected') },
    { keys: ['i'], name: 'ask', run: () => begin('changes_requested') },
    { keys: ['d'], name: 'duplicate', run: () => begin('duplicate') },
    { keys: ['s'], name: 'escalate', run: () => begin('escalated') },
    { keys: ['z'], name: 'undo', run: () => (shown.undoUntil === null ? onUndoLast() : setUndoing(true)) },
    { keys: ['Escape'], name: 'back', run: () => (task ? close() : onClose()) },
  ]
  useShortcuts(shortcuts)

  return (
    <>
      <PageHeader
        title={t(`kindTitle.${shown.kind}`)}
        back={{ href: entryPath(null, filter), label: t('toQueue'), onClick: onClose }}
        beside={
          <EntryNavigation onPrevious={onPrevious} onNext={onNext} position={position}>
            <ShortcutHelp shortcuts={[...listShortcuts, ...shortcuts]} open={help} onOpen={onHelp} />
          </EntryNavigation>
        }
      >
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-base">
          <strong>
            <KindMark entry={shown} />
          </strong>
          <span>{t(reasonKey(shown.reason))}</span>
          <DueMark entry={shown} nowMs={nowMs} />
          <StateMark entry={shown} />
          <span className="flex gap-1 max-lg:hidden">
            <ClaimButtons {...claiming} />
          </span>
        </div>
        {shown.about && shown.about.oddities.length > 0 && <OddityMarks oddities={shown.about.oddities} />}
      </PageHeader>
      <ActionBar tasks={mayDecide ? tasks : []} task={task} onTask={begin} {...claiming} />
      <div className="flex flex-col gap-4 py-4 max-lg:pb-16">
        <Viewers viewers={shown.viewers} />
        {saving && <Notice>{t('saving', { what: t(`task.${saving.decision.decision}`) })}</Notice>}
        <EntryStanding entry={shown} nowMs={nowMs} onClaim={mayDecide ? claim : null} />
        <UndoOffer
          entry={shown}
          nowMs={nowMs}
          open={undoing}
          onOpen={setUndoing}
          onUndo={async (reason) => {
            await entry.undo(reason)
            showToast('done', t('undone'))
            focusEntry()
          }}
          onBatchUndone={() => void entry.reload()}
        />
        <ReopenOffer
          entry={shown}
          onReopen={async (reason) => {
            const made = await entry.reopen(reason)
            showToast('done', t('reopened'))
            onOpen(made.id)
          }}
        />
        <ReversalOffer
          entry={shown}
          busy={entry.busy}
          onAsk={async (reason) => {
            await entry.askReversal(reason)
            focusEntry()
          }}
          onAgree={async (reason) => {
            await entry.agreeToReversal(reason)
            showToast('done', t('reversal.reversed'))
            focusEntry()
          }}
          onWithdraw={() => void entry.withdrawReversal()}
        />
        {assigning && <AssignSheet entry={entry} shown={shown} onClose={() => setAssigning(false)} />}
        {!task && <ProblemNotice problem={entry.problem} />}
        {entry.hasChanged && <Difference entry={entry} />}
        {task && (
          <DecisionForm
            key={task}
            task={task}
            entry={entry}
            onCancel={close}
            onDecide={(decision) => {
              decisions.add({ entryId: shown.id, version: shown.version, kind: shown.kind, decision, filter, shown })
              onDone()
            }}
          />
        )}
        <div className="grid gap-x-8 gap-y-6 @min-[58rem]:grid-cols-[minmax(0,1fr)_24rem]">
          <SubjectFacts entry={shown} />
          <Context entry={shown} />
        </div>
      </div>
    </>
  )
}
