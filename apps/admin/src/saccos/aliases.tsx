'use client'

import type { addSaccoAlias, removeSaccoAlias } from '@salama/domain/saccos/alias-contract'
import { VEHICLE_FACTS } from '@salama/domain/shared'
import { call } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { ScriptForm } from '@salama/ui/components/script-form.tsx'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { RemovableItem } from '@/parts/icon-button.tsx'
import { ProblemNotice, useFirstWrong, useRequest } from '@/parts/problem-notice.tsx'
import { useDone } from '@/parts/toasts.tsx'

/** The aliases of a sacco, to add and remove. */
export function Aliases({ id, aliases }: { id: string; aliases: readonly string[] }) {
  const t = useTranslations('saccos')
  const done = useDone()
  const { busy, problem, run } = useRequest()
  const [alias, setAlias] = useState('')
  const [tried, setTried] = useState(false)
  const [form, goToWrong] = useFirstWrong()
  const isShort = alias.trim().length < 2
  const params = { id }

  const add = (event: FormEvent) => {
    event.preventDefault()
    const name = alias.trim()
    setTried(isShort)
    if (isShort) return goToWrong()
    run(async () => {
      await call<typeof addSaccoAlias>('POST /api/saccos/{id}/aliases', { params, body: { alias: name } })
      setAlias('')
      done(t('aliasAdded', { alias: name }))
    })
  }
  const remove = (name: string) =>
    run(async () => {
      await call<typeof removeSaccoAlias>('DELETE /api/saccos/{id}/aliases', { params, query: { alias: name } })
      done(t('aliasRemoved', { alias: name }))
    })

  return (
    <div className="flex max-w-3xl flex-col gap-3">
      {aliases.length === 0 ? (
        <p className="text-soft">{t('noAliases')}</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {aliases.map((name) => (
            <RemovableItem
              key={name}
              name={name}
              label={t('removeAlias', { alias: name })}
              onClick={() => remove(name)}
              disabled={busy}
            />
          ))}
        </ul>
      )}
      <ScriptForm ref={form} onSubmit={add} noValidate className="flex items-start gap-2">
        <Field
          label={t('newAlias')}
          value={alias}
          maxLength={VEHICLE_FACTS.sacco.most}
          error={tried && isShort ? t('shortAlias') : undefined}
          onChange={(event) => setAlias(event.currentTarget.value)}
          className="flex-1"
        />
        <Button type="submit" busy={busy} className="mt-7">
          {t('addAlias')}
        </Button>
      </ScriptForm>
      <ProblemNotice problem={problem} />
    </div>
  )
}
