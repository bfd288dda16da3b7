'use client'

import type { createSacco, renameSacco } from '@salama/domain/saccos/contract'
import { call, type Problem, problemIn } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useAttemptId } from '@salama/ui/use-attempt-id.ts'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { ConfirmDialog } from '@/parts/confirm-dialog.tsx'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { useToast } from '@/parts/toasts.tsx'

const LEAST = 2

/** Creates a sacco and opens its page. A retry after a lost response creates no second one. */
export function CreateSacco() {
  const t = useTranslations('saccos')
  const router = useRouter()
  const showToast = useToast()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const attempt = useAttemptId()
  const isShort = name.trim().length < LEAST

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(isShort)
    if (isShort || busy) return
    setBusy(true)
    setProblem(null)
    const body = { name: name.trim() }
    try {
      const made = await call<typeof createSacco>('POST /api/saccos', { body, idempotencyKey: attempt.idOf(body) })
      showToast('done', t('created', { name: made.name }))
      router.push(`/saccos/${made.id}`)
    } catch (error) {
      setProblem(problemIn(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <details>
      <summary className="inline-flex min-h-touch items-center font-semibold text-link underline">
        {t('create')}
      </summary>
      <form onSubmit={submit} noValidate className="flex max-w-3xl flex-wrap items-start gap-2 pb-2">
        <Field
          label={t('name')}
          value={name}
          maxLength={120}
          error={tried && isShort ? t('shortAlias') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
          className="min-w-60 flex-1"
        />
        <Button type="submit" variant="main" busy={busy} className="mt-7">
          {t('createYes')}
        </Button>
      </form>
      <ProblemNotice problem={problem} />
    </details>
  )
}

/** Renames a sacco, with a reason. */
export function RenameSacco({ id, name: current }: { id: string; name: string }) {
  const t = useTranslations('saccos')
  const router = useRouter()
  const showToast = useToast()
  const [open, setOpen] = useState(false)
  const [name, setName] = useState(current)
  const wanted = name.trim()
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('rename')}</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('renameTitle', { name: current })}
        confirm={t('renameYes')}
        canConfirm={wanted.length >= LEAST && wanted !== current}
        asksReason
        onConfirm={async (reason) => {
          await call<typeof renameSacco>('PUT /api/saccos/{id}/name', {
            params: { id },
            body: { name: wanted, reason },
          })
          showToast('done', t('renamed', { name: wanted }))
          router.refresh()
        }}
      >
        <p>{t('renameWords')}</p>
        <Field
          label={t('name')}
          value={name}
          maxLength={120}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </>
  )
}
