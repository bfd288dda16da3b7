'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Send } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { Draft } from './draft.ts'
import { isSensitive } from './draft.ts'

const MAX_NOTE = 2_000
const KEPT_DAYS = 30
const DAY_MS = 24 * 3600 * 1000

/** A moment as a time field takes it: this phone's own time, to the minute. */
function forTimeField(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** What may be added, and the one button. */
export function StepSend({
  draft,
  errors,
  signedIn,
  sending,
  again,
  onChange,
  onSend,
}: {
  draft: Draft
  errors: { note?: string | undefined; happenedAt?: string | undefined }
  signedIn: boolean
  sending: boolean
  /** It was tried before and did not get through. */
  again: boolean
  onChange: (draft: Draft) => void
  onSend: () => void
}) {
  const t = useTranslations('report')
  const common = useTranslations('common')
  const filled = draft.note !== '' || draft.happenedAt !== ''
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <details open={filled || undefined}>
        <summary className="flex min-h-touch items-center font-semibold text-link underline decoration-line decoration-2 underline-offset-4">
          {t('more')}
        </summary>
        <div className="flex flex-col gap-4 py-3">
          <Field
            multiline
            label={t('note')}
            hint={t('noteHint')}
            optional={common('optional')}
            error={errors.note}
            maxLength={MAX_NOTE}
            value={draft.note}
            onChange={(event) => onChange({ ...draft, note: event.target.value })}
          />
          <Field
            type="datetime-local"
            label={t('when')}
            hint={t('whenHint')}
            optional={common('optional')}
            error={errors.happenedAt}
            min={forTimeField(Date.now() - KEPT_DAYS * DAY_MS)}
            max={forTimeField(Date.now())}
            value={draft.happenedAt}
            onChange={(event) => onChange({ ...draft, happenedAt: event.target.value })}
          />
        </div>
      </details>
      <p className="max-w-prose text-soft">{t(isSensitive(draft.category) ? 'privacySensitive' : 'privacy')}</p>
      {!signedIn && <p className="max-w-prose">{t('needsAccount')}</p>}
      <Button type="submit" look="main" size="large" wide busy={sending}>
        {!sending && <Icon as={Send} />}
        {sending ? common('sending') : again ? common('retry') : t(signedIn ? 'send' : 'signInAndSend')}
      </Button>
    </form>
  )
}
