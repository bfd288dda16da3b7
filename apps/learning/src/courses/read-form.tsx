'use client'

import { useScriptForm } from '@salama/ui/components/script-form.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Mark } from '@/outbox/content.ts'

type Props = {
  /** The form's action without JavaScript; null where only a script can keep the lesson: offline, and for a visitor. */
  action: string | null
  /** The URL of the next step. */
  next: string
  mark: Omit<Mark, 'quizAnswers'>
  title: string
  /** Nobody is signed in: the lesson is kept on this phone for an account. */
  isVisitor?: boolean
  children: ReactNode
}

/** The form that completes a lesson: posted without JavaScript, with it through the outbox, also offline. */
export function ReadForm({ action, next, mark, title, isVisitor = false, children }: Props) {
  const t = useTranslations('reading')
  const router = useRouter()
  const sentByScript = useScriptForm()
  const [state, setState] = useState<'idle' | 'going' | 'failed'>('idle')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (state === 'going') return
    setState('going')
    try {
      if (isVisitor) {
        ;(await import('@/guest/guest-work.ts')).keepWork({ ...mark, quizAnswers: null, title })
        return router.push(next)
      }
      const { sendCompletion, SOON_MS } = await import('@/outbox/send-completion.ts')
      const { arrived } = await sendCompletion({ ...mark, quizAnswers: null }, title)
      await Promise.race([arrived, new Promise((resolve) => setTimeout(resolve, SOON_MS))])
      router.push(next)
    } catch {
      // Storage is unavailable or a script failed to load: falls back to a plain form post.
      if (navigator.onLine && action !== null) form.submit()
      else setState('failed')
    }
  }
  return (
    <form
      {...(action === null ? sentByScript : { method: 'post', action })}
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
