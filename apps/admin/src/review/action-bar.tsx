import { Button } from '@salama/ui/components/button.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { ChevronDown, ChevronUp, Ellipsis } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Key } from './shortcuts.tsx'
import type { Task } from './tasks.ts'
import type { Entry } from './use-entry.ts'

const KEYS: Record<Task, string> = {
  approved: 'a',
  rejected: 'r',
  approved_with_edits: 'e',
  changes_requested: 'i',
  duplicate: 'd',
  escalated: 's',
}

/** In the order of how often they are needed. */
const ORDER = Object.keys(KEYS)

/** Beside the list there is little width. */
const COMPACT = 'gap-1 text-sm lg:min-h-9 lg:px-2 lg:py-0'

/** On a phone these are always there; the others are behind "More". */
const FIRST: readonly Task[] = ['approved', 'rejected']

type ClaimProps = {
  entry: Entry
  onClaim: (() => void) | null
  onRelease: (() => void) | null
  onAssign: (() => void) | null
}
type Props = ClaimProps & {
  tasks: readonly Task[]
  task: Task | null
  onTask: (task: Task) => void
}

/** All actions as buttons that stay visible: above the entry, on a phone at the bottom until a form is open there. */
export function ActionBar({ tasks, task, onTask, entry, onClaim, onRelease, onAssign }: Props) {
  const t = useTranslations('review')
  const [isMore, setIsMore] = useState(false)
  if (tasks.length === 0 && !onClaim && !onRelease && !onAssign) return null
  const isPhoneOnly = tasks.length === 0
  const compact = (isFirst: boolean) =>
    cx(COMPACT, isFirst ? 'max-lg:order-first max-lg:flex-1' : !isMore && 'max-lg:hidden')
  return (
    <section
      aria-label={t('actions')}
      data-bottom-bar={task === null ? '' : undefined}
      className={cx(
        'z-10 flex flex-wrap-reverse items-center gap-1 border-line bg-raised py-1.5',
        'lg:sticky lg:top-0 lg:-mx-6 lg:flex-nowrap lg:border-y lg:px-6 lg:[&>button]:min-w-0 lg:[&>button]:flex-auto',
        'max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:border-t max-lg:px-4',
        task !== null && 'max-lg:hidden',
        isPhoneOnly && 'lg:hidden',
      )}
    >
      {tasks
        .toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
        .map((each) => (
          <Button
            key={each}
            variant={each === 'approved' ? 'main' : 'second'}
            aria-expanded={task === each}
            onClick={() => {
              setIsMore(false)
              onTask(each)
            }}
            className={cx(compact(FIRST.includes(each)), task === each && 'border-ink')}
          >
            <span className="lg:sr-only">{t(`task.${each}`)}</span>
            <span aria-hidden className="max-lg:hidden">
              {t(`taskShort.${each}`)}
            </span>
            <Key name={KEYS[each]} />
          </Button>
        ))}
      {tasks.length > 0 && (
        <Button aria-expanded={isMore} onClick={() => setIsMore(!isMore)} className="order-first text-sm lg:hidden">
          <Icon as={Ellipsis} />
          {t('moreActions')}
        </Button>
      )}
      <span className={cx('contents lg:hidden', tasks.length > 0 && !isMore && 'hidden')}>
        <ClaimButtons entry={entry} onClaim={onClaim} onRelease={onRelease} onAssign={onAssign} />
      </span>
    </section>
  )
}

/** Who works on the entry: beside its state, on a phone behind "More". */
export function ClaimButtons({ entry, onClaim, onRelease, onAssign }: ClaimProps) {
  const t = useTranslations('review')
  return (
    <>
      {onRelease ? (
        <Button onClick={onRelease} busy={entry.busy} className={COMPACT}>
          {t('release')}
          <Key name="u" />
        </Button>
      ) : (
        onClaim && (
          <Button onClick={onClaim} busy={entry.busy} className={COMPACT}>
            {t('claim')}
            <Key name="c" />
          </Button>
        )
      )}
      {onAssign && (
        <Button onClick={onAssign} className={COMPACT}>
          {t('assign')}
          <Key name="m" />
        </Button>
      )}
    </>
  )
}

/** Where the entry is in the list, and the ways to its neighbours. */
export function EntryNavigation({
  onPrevious,
  onNext,
  position,
  children,
}: {
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  position: number | undefined
  children: ReactNode
}) {
  const t = useTranslations('review')
  return (
    <div className="flex items-center gap-1.5">
      {position !== undefined && <span className="text-sm text-soft">{t('position', { n: position })}</span>}
      <Button
        onClick={onPrevious ?? undefined}
        disabled={!onPrevious}
        aria-label={t('shortcut.previous')}
        className="px-2"
      >
        <Icon as={ChevronUp} />
      </Button>
      <Button onClick={onNext ?? undefined} disabled={!onNext} aria-label={t('shortcut.next')} className="px-2">
        <Icon as={ChevronDown} />
      </Button>
      {children}
    </div>
  )
}
