'use client'

import type { addSaccoAlias, removeSaccoAlias } from '@salama/domain/saccos/alias-contract'
import { call, type Problem, problemIn } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { ProblemNotice, useFirstWrong } from '@/parts/problem-notice.tsx'
import { useToast } from '@/parts/toasts.tsx'

/** The aliases of a sacco, to add and remove. */
export function Aliases({ id, aliases }: { id: string; aliases: readonly string[] }) {
  const t = useTranslations('saccos')
  const showToast = useToast()
  const router = useRouter()
  const [alias, setAlias] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [tried, setTried] = useState(false)
  const [form, goToWrong] = useFirstWrong()
  const isShort = alias.trim().length < 2
  const params = { id }

  async function change(work: () => Promise<unknown>, done: string) {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      await work()
      showToast('done', done)
      router.refresh()
    } catch (error) {
      setProblem(problemIn(error))
    } finally {
      setBusy(false)
    }
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    const name = alias.trim()
    setTried(isShort)
    if (isShort) return goToWrong()
    change(
      async () => {
        await call<typeof addSaccoAlias>('POST /api/saccos/{id}/aliases', { params, body: { alias: name } })
        setAlias('')
      },
      t('aliasAdded', { alias: name }),
    )
  }
  const remove = (name: string) =>
    change(
      () => call<typeof removeSaccoAlias>('DELETE /api/saccos/{id}/aliases', { params, query: { alias: name } }),
      t('aliasRemoved', { alias: name }),
    )

  return (
    <div className="flex max-w-3xl flex-col gap-3">
      {aliases.length === 0 ? (
        <p className="text-soft">{t('noAliases')}</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {aliases.map((name) => (
            <li key={name} className="inline-flex items-center rounded-control border-2 border-edge pl-3">
              {name}
              <button
                type="button"
                disabled={busy}
                onClick={() => remove(name)}
                aria-label={t('removeAlias', { alias: name })}
                className="grid min-h-touch min-w-touch place-items-center"
              >
                <Icon as={X} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form ref={form} onSubmit={add} noValidate className="flex items-start gap-2">
        <Field
          label={t('newAlias')}
          value={alias}
          maxLength={120}
          error={tried && isShort ? t('shortAlias') : undefined}
          onChange={(event) => setAlias(event.currentTarget.value)}
          className="flex-1"
        />
        <Button type="submit" busy={busy} className="mt-7">
          {t('addAlias')}
        </Button>
      </form>
      <ProblemNotice problem={problem} />
    </div>
  )
}
