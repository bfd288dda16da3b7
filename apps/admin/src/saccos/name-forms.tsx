'use client'

import type { createSacco, renameSacco } from '@salama/domain/saccos/contract'
import { VEHICLE_FACTS } from '@salama/domain/shared'
import { call } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { ScriptForm } from '@salama/ui/components/script-form.tsx'
import { useAttemptId } from '@salama/ui/use-attempt-id.ts'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { ConfirmButton } from '@/parts/confirm-dialog.tsx'
import { ProblemNotice, useRequest } from '@/parts/problem-notice.tsx'
import { useDone } from '@/parts/toasts.tsx'

/** Creates a sacco and opens its page. A retry after a lost response creates no second one. */
export function CreateSacco() {
  const t = useTranslations('saccos')
  const done = useDone()
  const { busy, problem, run } = useRequest()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const attempt = useAttemptId()
  const isShort = name.trim().length < VEHICLE_FACTS.sacco.least

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(isShort)
    if (isShort) return
    const body = { name: name.trim() }
    run(async () => {
      const made = await call<typeof createSacco>('POST /api/saccos', { body, idempotencyKey: attempt.idOf(body) })
      done(t('created', { name: made.name }), `/saccos/${made.id}`)
    })
  }
  return (
    <details>
      <summary className="touch-link font-semibold">{t('create')}</summary>
      <ScriptForm onSubmit={submit} noValidate className="flex max-w-3xl flex-wrap items-start gap-2 pb-2">
        <Field
          label={t('name')}
          value={name}
          maxLength={VEHICLE_FACTS.sacco.most}
          error={tried && isShort ? t('shortAlias') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
          className="min-w-[15rem] flex-1"
        />
        <Button type="submit" variant="main" busy={busy} className="mt-7">
          {t('createYes')}
        </Button>
      </ScriptForm>
      <ProblemNotice problem={problem} />
    </details>
  )
}

export function RenameSacco({ id, name: current }: { id: string; name: string }) {
  const t = useTranslations('saccos')
  const done = useDone()
  const [name, setName] = useState(current)
  const wanted = name.trim()
  return (
    <ConfirmButton
      label={t('rename')}
      title={t('renameTitle', { name: current })}
      confirm={t('renameYes')}
      canConfirm={wanted.length >= VEHICLE_FACTS.sacco.least && wanted !== current}
      asksReason
      onConfirm={async (reason) => {
        await call<typeof renameSacco>('PUT /api/saccos/{id}/name', { params: { id }, body: { name: wanted, reason } })
        done(t('renamed', { name: wanted }))
      }}
    >
      <p>{t('renameWords')}</p>
      <Field
        label={t('name')}
        value={name}
        maxLength={VEHICLE_FACTS.sacco.most}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ConfirmButton>
  )
}
