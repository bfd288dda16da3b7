'use client'

import type { Entry, ItemStatus } from '@salama/outbox/items.ts'
import type { Outbox } from '@salama/outbox/outbox.ts'
import { useOutbox } from '@salama/outbox/use-outbox.ts'
import {
  CircleAlert,
  CircleCheck,
  Clock,
  LoaderCircle,
  type LucideIcon,
  Smartphone,
  Trash2,
  UserRound,
  WifiOff,
} from 'lucide-react'
import { useLocale } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Button, LinkButton } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { LoadingState } from '../components/list-state.tsx'
import { Notice } from '../components/notice.tsx'

const STATUSES: Record<ItemStatus, { icon: LucideIcon; look: string }> = {
  saved: { icon: Smartphone, look: '' },
  sending: { icon: LoaderCircle, look: 'animate-turn' },
  waiting: { icon: WifiOff, look: 'text-warn' },
  sign_in: { icon: UserRound, look: 'text-warn' },
  refused: { icon: CircleAlert, look: 'text-danger' },
  received: { icon: CircleCheck, look: 'text-ok' },
}

/** The status as a line; as its key it animates a change. `isTimed`: it waits for its time, not a connection. */
export function StatusLine({
  status,
  isTimed = false,
  children,
}: {
  status: ItemStatus
  isTimed?: boolean
  children: ReactNode
}) {
  const { icon, look } = status === 'waiting' && isTimed ? { ...STATUSES.waiting, icon: Clock } : STATUSES[status]
  return (
    <p className="animate-drop flex items-start gap-3 font-semibold">
      <Icon as={icon} className={`mt-1 ${look}`} />
      {children}
    </p>
  )
}

/** An outbox's entries, newest first; or loading, empty, or that this device has no storage (`unavailable`). */
export function OutboxEntries<Content, Reply>({
  outbox,
  unavailable,
  empty,
  children,
}: {
  outbox: Outbox<Content, Reply>
  unavailable: { title: string; words: string }
  empty: ReactNode
  children: (entries: Entry<Content, Reply>[]) => ReactNode
}) {
  const entries = useOutbox(outbox)
  if (entries === null) return <LoadingState />
  if (entries === 'unavailable')
    return (
      <Notice tone="danger" title={unavailable.title}>
        {unavailable.words}
      </Notice>
    )
  return entries.length === 0 ? empty : children(entries.toReversed())
}

/** A list of entries in the given order, each rendered by `children`; `action` stands between its title and them. */
export function EntryList<Content, Reply>({
  title,
  action,
  entries,
  children,
}: {
  title?: string
  action?: ReactNode
  entries: readonly Entry<Content, Reply>[]
  children: (entry: Entry<Content, Reply>) => ReactNode
}) {
  const list = (
    <ul className="border-t border-line">
      {entries.map((entry) => (
        <li key={entry.item.id} className="flex flex-col items-start gap-3 border-b border-line py-4">
          {children(entry)}
        </li>
      ))}
    </ul>
  )
  if (title === undefined) return list
  return (
    <section aria-label={title} className="flex w-full flex-col gap-2">
      <h2 className="font-semibold">{title}</h2>
      {action}
      {list}
    </section>
  )
}

/** Leads to the sign-in that an entry waits for, and back to the outbox. */
export function SignInLink({ children }: { children: ReactNode }) {
  const locale = useLocale()
  return (
    <LinkButton variant="main" href={{ pathname: '/sign-in', query: { callbackUrl: `/${locale}/outbox` } }}>
      {children}
    </LinkButton>
  )
}

/**
 * Deletes an entry that is not being sent, after a confirmation if something would be lost (`isSafe` is false): the
 * question with what is lost, or without those words only the button `yes`.
 */
export function DeleteEntry({
  status,
  isSafe,
  words,
  onDelete,
}: {
  status: ItemStatus
  isSafe: boolean
  words: { label: string; yes: string; question?: Record<'title' | 'lost' | 'no', string> }
  onDelete: () => void
}) {
  const [isAsking, setIsAsking] = useState(false)
  if (status === 'sending') return null
  if (!isAsking)
    return (
      <Button variant="quiet" className="-ms-3" onClick={() => (isSafe ? onDelete() : setIsAsking(true))}>
        <Icon as={Trash2} />
        {words.label}
      </Button>
    )
  const confirm = (
    <Button variant="danger" onClick={onDelete}>
      {words.yes}
    </Button>
  )
  if (!words.question) return confirm
  const { title, lost, no } = words.question
  return (
    <Notice tone="warn" announce="assertive" title={title}>
      <p>{lost}</p>
      <div className="flex flex-wrap gap-2 py-1">
        {confirm}
        <Button onClick={() => setIsAsking(false)}>{no}</Button>
      </div>
    </Notice>
  )
}
