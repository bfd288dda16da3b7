'use client'

import { LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { CircleCheck } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { readWork } from './guest-work.ts'

// What a visitor did on this phone without an account, in the lists of a course. The server does not know it.

type Item = { moduleId: string; item: string }

const never = () => () => undefined

/** Of each item 1 where it was done on this phone, else 0. Empty until scripts run. */
const useDone = (items: readonly Item[]) =>
  useSyncExternalStore(
    never,
    () => {
      const done = new Set(readWork().map(({ moduleId, item }) => `${moduleId}/${item}`))
      return items.map(({ moduleId, item }) => (done.has(`${moduleId}/${item}`) ? '1' : '0')).join('')
    },
    () => '',
  )

/** Marks an item that was done; nothing else. */
export function GuestMark({ label, ...item }: Item & { label: string }) {
  return useDone([item]) === '1' ? <Icon as={CircleCheck} label={label} className="text-ok" /> : null
}

type Step = Item & { href: string; label: string }

/** Leads to the first step that was not done; to the first of all where all were done. */
export function GuestNext({ steps }: { steps: readonly Step[] }) {
  const step = steps[Math.max(0, useDone(steps).indexOf('0'))]
  return (
    step && (
      <LinkButton variant="main" size="large" href={step.href}>
        {step.label}
      </LinkButton>
    )
  )
}
