'use client'

import { type CategoryCode, WEBHOOK_RULES } from '@salama/domain/shared'
import type { Problem as Failure } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { ScriptForm } from '@salama/ui/components/script-form.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import { type SubmitEvent, useState } from 'react'
import { Problem } from './problem'
import { setWebhook } from './requests'
import { type Hook, WebhookItem } from './webhook-item'

type Props = {
  keyId: string
  /** Whether the key can have another one. */
  mayAdd: boolean
  hooks: Hook[]
  /** The categories that are shown one by one, in the reader's language. */
  categories: { code: CategoryCode; label: string }[]
}

/** The webhooks of a key, and the form that adds one. The same URL again replaces its filter and enables it. */
export function Webhooks({ keyId, mayAdd, hooks, categories }: Props) {
  const t = useTranslations('webhooks')
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [isWrong, setIsWrong] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const labels = Object.fromEntries(categories.map(({ code, label }) => [code, label]))

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const sent = new FormData(form)
    const url = String(sent.get('url')).trim()
    const ticked = sent.getAll('categories')
    const chosen = categories.flatMap(({ code }) => (ticked.includes(code) ? [code] : []))
    setIsWrong(!URL.canParse(url))
    if (!URL.canParse(url)) return
    setBusy(true)
    const result = await setWebhook(keyId, { url, ...(chosen.length > 0 && { categories: chosen }) })
    setBusy(false)
    setFailure(result.ok ? null : result.problem)
    if (!result.ok) return setIsWrong(result.problem.code === 'invalid_request')
    form.reset()
    router.refresh()
  }

  return (
    <section className="flex flex-col gap-4">
      <h2 className="font-semibold">{t('title')}</h2>
      <p className="max-w-prose text-soft">{t('words')}</p>
      {hooks.map((hook) => (
        <WebhookItem key={hook.id} hook={hook} labels={labels} />
      ))}
      {mayAdd && hooks.length < WEBHOOK_RULES.most && (
        <ScriptForm onSubmit={submit} noValidate className="flex max-w-prose flex-col gap-4">
          <Field
            label={t('url')}
            hint={t('urlHint')}
            name="url"
            type="url"
            inputMode="url"
            maxLength={500}
            required
            autoComplete="off"
            placeholder="https://"
            error={isWrong ? t('urlWrong') : undefined}
          />
          <fieldset className="flex flex-wrap gap-x-6">
            <legend className="pb-1 font-semibold">{t('categories')}</legend>
            {categories.map(({ code, label }) => (
              <label key={code} className="flex min-h-touch items-center gap-3">
                <input type="checkbox" name="categories" value={code} className="size-5 shrink-0 accent-body" />
                {label}
              </label>
            ))}
          </fieldset>
          <p className="text-sm text-soft">{t('more')}</p>
          <Problem failure={isWrong ? null : failure} />
          <Button type="submit" variant="main" busy={busy} className="self-start">
            {t('add')}
          </Button>
        </ScriptForm>
      )}
    </section>
  )
}
