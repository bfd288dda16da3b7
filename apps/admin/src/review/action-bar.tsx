'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Key } from './shortcuts.tsx'
import type { Task } from './tasks.ts'
import type { Entry } from './use-entry.ts'

const KEYS: Record<Task, string> = {
  approved: 'a',
  approved_with_edits: 'e',
  changes_requested: 'i',
  rejected: 'r',
  duplicate: 'd',
  escalated: 's',
}

/** Beside the list there is little width: the bar stays above the entry, and takes its height from it. */
const COMPACT = 'gap-1 px-2 text-sm'

type Props = {
  tasks: readonly Task[]
  task: Task | null
  onTask: (task: Task) => void
  entry: Entry
  onClaim: (() => void) | null
  onRelease: (() => void) | null
  onAssign: (() => void) | null
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  position: number | undefined
  children: ReactNode
}

/** All keyboard shortcuts as buttons. It stays visible while scrolling. */
export function ActionBar({
  tasks,
  task,
  onTask,
  entry,
  onClaim,
  onRelease,
  onAssign,
  onPrevious,
  onNext,
  position,
  children,
}: Props) {
  const t = useTranslations('review')
  return (
    <section
      aria-label={t('actions')}
      className="z-10 -mx-4 flex flex-wrap items-center gap-1.5 border-y-2 border-line bg-paper px-4 py-1.5 lg:sticky lg:top-0 lg:-mx-6 lg:px-6"
    >
      {tasks.map((each) => (
        <Button
          key={each}
          variant={each === 'approved' ? 'main' : 'second'}
          aria-expanded={task === each}
          onClick={() => onTask(each)}
          className={cx(COMPACT, task === each && 'border-ink')}
        >
          {t(`task.${each}`)}
          <Key name={KEYS[each]} />
        </Button>
      ))}
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
      <div className="ml-auto flex items-center gap-1.5">
        {position !== undefined && <span className="text-sm text-soft">{t('position', { n: position })}</span>}
        <Button
          onClick={onPrevious ?? undefined}
          disabled={!onPrevious}
          aria-label={t('shortcut.previous')}
          className={COMPACT}
        >
          <Icon as={ChevronUp} />
        </Button>
        <Button onClick={onNext ?? undefined} disabled={!onNext} aria-label={t('shortcut.next')} className={COMPACT}>
          <Icon as={ChevronDown} />
        </Button>
        {children}
      </div>
    </section>
  )
}
