'use client'

import { API_KEY_RULES, SCOPES } from '@salama/domain/shared'
import type { Problem as Failure } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { ScriptForm } from '@salama/ui/components/script-form.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { ShownOnce } from './new-key'
import { Problem } from './problem'
import { makeKey, type NewKey } from './requests'

const LIVES = [30, 90, 365] as const

/** The form that creates a key, and then shows it once. */
export function MakeKey({ licenceUrl }: { licenceUrl: string }) {
  const t = useTranslations('keys')
  const router = useRouter()
  const ids = { scopes: useId(), life: useId(), terms: useId() }
  // The Idempotency-Key stays the same across retries until the form changes.
  const attempt = useRef<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<{ name?: boolean; scopes?: boolean; terms?: boolean }>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [made, setMade] = useState<NewKey | null>(null)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = String(form.get('name')).trim()
    const scopes = SCOPES.filter((scope) => form.getAll('scopes').includes(scope))
    const mistakes = {
      name: name === '' || [...name].length > API_KEY_RULES.nameLength,
      scopes: scopes.length === 0,
      terms: !form.has('terms'),
    }
    setWrong(mistakes)
    if (Object.values(mistakes).includes(true)) return
    setBusy(true)
    setFailure(null)
    attempt.current ??= crypto.randomUUID()
    const expiresInDays = Number(form.get('life'))
    const result = await makeKey(attempt.current, { name, scopes, expiresInDays, acceptsTerms: true })
    setBusy(false)
    if (!result.ok) {
      setFailure(result.problem)
      if (result.problem.code === 'api_key_already_created') router.refresh()
      return
    }
    attempt.current = null
    setMade(result.reply)
    router.refresh()
  }

  if (made) return <ShownOnce made={made} onStored={() => setMade(null)} />
  return (
    <ScriptForm
      onSubmit={submit}
      onChange={() => {
        attempt.current = null
      }}
      noValidate
      className="flex max-w-prose flex-col gap-5"
    >
      <h2 className="font-semibold">{t('make')}</h2>
      <Field
        label={t('nameLabel')}
        hint={t('nameHint')}
        name="name"
        maxLength={API_KEY_RULES.nameLength}
        required
        autoComplete="off"
        error={wrong.name ? t('nameMissing', { most: API_KEY_RULES.nameLength }) : undefined}
      />
      <fieldset
        className="flex flex-col gap-1"
        {...(wrong.scopes && { 'aria-describedby': ids.scopes, 'aria-invalid': true })}
      >
        <legend className="pb-1 font-semibold">{t('scopesLabel')}</legend>
        {SCOPES.map((scope) => (
          <label key={scope} className="flex min-h-touch items-center gap-3">
            <input type="checkbox" name="scopes" value={scope} className="size-5 shrink-0 accent-body" />
            <span>
              {t(`scope.${scope}`)} <code className="text-sm text-soft">{scope}</code>
            </span>
          </label>
        ))}
        <p id={ids.scopes} aria-live="polite" className="font-semibold text-danger">
          {wrong.scopes && t('scopesMissing')}
        </p>
      </fieldset>
      <div className="flex flex-col gap-1">
        <label htmlFor={ids.life} className="font-semibold">
          {t('lifeLabel')}
        </label>
        <select
          id={ids.life}
          name="life"
          defaultValue={365}
          className="min-h-touch self-start rounded-control border border-edge bg-raised px-3"
        >
          {LIVES.map((days) => (
            <option key={days} value={days}>
              {t('days', { days })}
            </option>
          ))}
        </select>
      </div>
      <div className="flex flex-col gap-1">
        <p className="text-sm text-soft">
          {t.rich('termsWords', {
            licence: (name) => (
              <a href={licenceUrl} rel="license" className="underline">
                {name}
              </a>
            ),
          })}
        </p>
        <label className="flex min-h-touch items-center gap-3">
          <input
            type="checkbox"
            name="terms"
            className="size-5 shrink-0 accent-body"
            {...(wrong.terms && { 'aria-describedby': ids.terms, 'aria-invalid': true })}
          />
          {t('termsLabel')}
        </label>
        <p id={ids.terms} aria-live="polite" className="font-semibold text-danger">
          {wrong.terms && t('termsMissing')}
        </p>
      </div>
      <Problem failure={failure} />
      <Button type="submit" variant="main" busy={busy} className="self-start">
        {busy ? t('making') : t('make')}
      </Button>
    </ScriptForm>
  )
}
