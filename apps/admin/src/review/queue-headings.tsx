import { MAX_BULK } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ComponentProps, useState } from 'react'
import { useCommands } from '@/search/commands.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { COLUMNS } from './queue-row.tsx'
import type { Selection } from './queue-state.ts'
import type { BulkDecision } from './use-bulk.ts'

/** The decisions that are available in bulk: of one kind alone. */
const decisionsOf = (selected: Selection['selected'], kinds: number): readonly BulkDecision[] =>
  kinds !== 1
    ? []
    : selected[0]?.kind === 'collection_entry'
      ? ['approved', 'changes_requested', 'rejected', 'escalated']
      : ['approved', 'rejected', 'escalated']

type Props = {
  selection: Selection
  /** How many open entries fit the filter; null for a list of decided ones. */
  matching: number | null
  isDecided: boolean
  onDone: () => void
}

const LINE = 'sticky top-0 z-10 flex items-center lg:top-[calc(var(--bar)+2.75rem)] lg:h-9'

/** The headings of the columns; while entries are selected, what can be done with them, in the same line. */
export function QueueHeadings({ selection, matching, isDecided, onDone }: Props) {
  const t = useTranslations('review')
  // A snapshot from when the dialog opened: decided entries leave the list but must still be shown.
  const [dialog, setDialog] = useState<{ decision: BulkDecision; entries: Selection['selected'] } | null>(null)
  const { selected } = selection
  const kinds = [...new Set(selected.map(({ kind }) => kind))]
  const decisions = decisionsOf(selected, kinds.length)
  const begin = (decision: BulkDecision) => setDialog({ decision, entries: selected })
  useCommands(
    decisions.map((decision) => ({
      id: `bulk ${decision}`,
      name: `${t('bulkTitle', { what: t(`bulk.${decision}`), count: selected.length })}…`,
      run: () => begin(decision),
    })),
  )
  const isMore = matching !== null && selected.length < Math.min(matching, MAX_BULK)
  return (
    <>
      {selected.length === 0 ? (
        <div aria-hidden="true" className={cx(LINE, 'border-b border-line bg-paper ps-10.5 text-xs max-lg:hidden')}>
          <div className={cx(COLUMNS, 'flex-1 pe-2 text-soft')}>
            {(['due', 'kind', 'plate', 'says', 'place', 'record'] as const).map((name) => (
              <span key={name} className={cx('truncate', HIDDEN[name])}>
                {t(`column.${name === 'due' && isDecided ? 'decided' : name}`)}
              </span>
            ))}
          </div>
        </div>
      ) : (
        <section
          aria-label={t('selection')}
          className={cx(LINE, 'gap-1 overflow-x-auto bg-ink px-2 text-paper max-lg:-mx-4 max-lg:min-h-12')}
        >
          <p role="status" className="me-1 shrink-0 px-1 text-sm font-semibold">
            {t('selected', { count: selected.length, kind: kinds.map((kind) => t(`kind.${kind}`)).join(', ') })}
          </p>
          <Small aria-label={t('clearSelection')} onClick={selection.clear}>
            <Icon as={X} />
          </Small>
          {kinds.length > 1 && <span className="shrink-0 text-sm">{t('bulkOneKind')}</span>}
          {decisions.map((decision) => (
            <Small key={decision} onClick={() => begin(decision)}>
              {t(`bulk.${decision}`)}…
            </Small>
          ))}
          {isMore && (
            <Small busy={selection.busy} onClick={() => void selection.selectMatching()}>
              {t('selectMatching', { count: Math.min(matching, MAX_BULK) })}
            </Small>
          )}
        </section>
      )}
      {dialog && (
        <BulkDialog
          {...dialog}
          onClose={(changed) => {
            setDialog(null)
            if (changed) onDone()
          }}
        />
      )}
    </>
  )
}

/** As in the rows: what gives way where there is less room. */
const HIDDEN = {
  due: 'max-lg:hidden',
  kind: '',
  plate: 'hidden @min-[36rem]:block',
  says: '',
  place: 'hidden @min-[42rem]:block',
  record: 'hidden @min-[42rem]:block',
}

const Small = (props: ComponentProps<typeof Button>) => (
  <Button {...props} className="shrink-0 text-sm whitespace-nowrap lg:min-h-7 lg:px-2 lg:py-0" />
)
