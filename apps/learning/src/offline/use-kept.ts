'use client'

import { remembered } from '@salama/outbox/account.ts'
import { useOutbox } from '@salama/outbox/use-outbox.ts'
import { useEffect, useState } from 'react'
import type { Step } from '@/courses/steps.ts'
import { markOutbox } from '@/outbox/mark-outbox.ts'
import { type KeptCourse, type KeptProgress, listKept, readProgress } from './kept.ts'

type Kept = { courses: KeptCourse[]; account: string | null; progress: KeptProgress | null }

/** What is on this phone; null until it has been asked. A phone that keeps nothing has nothing. */
export function useKept(): Kept | null {
  const [kept, setKept] = useState<Kept | null>(null)
  useEffect(() => {
    const account = remembered()
    Promise.all([listKept(), readProgress(account)])
      .then(([courses, progress]) => setKept({ courses, account, progress }))
      .catch(() => setKept({ courses: [], account, progress: null }))
  }, [])
  return kept
}

/** Whether a step of a course is done: the server said so, or it waits on this phone to be told. */
export type StepState = 'done' | 'saved' | 'open'

export function useStepStates(course: string, kept: Kept | null): (step: Pick<Step, 'module' | 'item'>) => StepState {
  const entries = useOutbox(markOutbox)
  const modules = kept?.progress?.courses.find(({ slug }) => slug === course)?.modules ?? []
  const marks = Array.isArray(entries)
    ? entries.filter(({ item: { content } }) => content.course === course && content.account === kept?.account)
    : []
  return ({ module, item }) => {
    const isKnown = modules.some(({ slug, completedItems }) => slug === module && completedItems.includes(item))
    const mine = marks.filter(({ item: { content } }) => content.module === module && content.item === item)
    const isSaid = mine.some(({ item: { reply } }) => reply?.module.completedItems.includes(item))
    if (isKnown || isSaid) return 'done'
    return mine.some(({ item: { state } }) => state === 'waiting' || state === 'sign_in') ? 'saved' : 'open'
  }
}
