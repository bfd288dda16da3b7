'use client'

import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Mark } from '@/outbox/content.ts'

type Props = {
  /** Where the form goes without a script; null where there is no server to post to. */
  action: string | null
  /** Where one goes on. */
  next: string
  mark: Omit<Mark, 'quizAnswers'>
  title: string
  children: ReactNode
}

/**
 * The form that says that a lesson is read. Without a script it is posted; with one it goes through the outbox, so that it
 * also works offline, and one goes straight on.
 */
export function ReadForm({ action, next, mark, title, children }: Props) {
  const t = useTranslations('reading')
  const router = useRouter()
  const [state, setState] = useState<'idle' | 'going' | 'failed'>('idle')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (state === 'going') return
    setState('going')
    try {
      const { sendCompletion, SOON_MS } = await import('@/outbox/send-completion.ts')
      const { arrived } = await sendCompletion({ ...mark, quizAnswers: null }, title)
      await Promise.race([arrived, new Promise((resolve) => setTimeout(resolve, SOON_MS))])
      router.push(next)
      router.refresh()
    } catch {
      // Nothing can be kept on this phone, or a part of the app is missing: the form by itself, if there is a line.
      if (navigator.onLine && action !== null) form.submit()
      else setState('failed')
    }
  }
  return (
    <form
      method="post"
      {...(action !== null && { action })}
      onSubmit={submit}
      aria-busy={state === 'going'}
      className="flex flex-col gap-3"
    >
      {children}
      <p role="status" className="font-semibold text-danger empty:hidden">
        {state === 'failed' && t('failed')}
      </p>
    </form>
  )
}
