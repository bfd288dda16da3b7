import { MAX_WORDS } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { useAttemptId } from '@salama/ui/use-attempt-id.ts'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ClientForm } from '@/client-form.tsx'

/** A text field with a button. The same text keeps its id, so that retries are idempotent. */
export function WordsForm({
  label,
  submit,
  busy,
  onSend,
}: {
  label: string
  submit: string
  busy: boolean
  onSend: (words: string, id: string) => Promise<boolean>
}) {
  const common = useTranslations('common')
  const t = useTranslations('lookBack')
  const [words, setWords] = useState('')
  const [missing, setMissing] = useState(false)
  const attempt = useAttemptId()
  const send = async () => {
    const trimmed = words.trim()
    setMissing(trimmed === '')
    if (trimmed === '') return
    if (!(await onSend(trimmed, attempt.idOf(trimmed)))) return
    attempt.forget()
    setWords('')
  }
  return (
    <ClientForm autoComplete="off" className="flex flex-col gap-3" onSend={send}>
      <Field
        multiline
        label={label}
        hint={t('wordsHint')}
        error={missing ? common('required') : undefined}
        maxLength={MAX_WORDS}
        value={words}
        readOnly={busy} // input during the request would be cleared with it
        onChange={(event) => setWords(event.target.value)}
      />
      <Button type="submit" variant="main" size="large" wide busy={busy}>
        {busy ? common('sending') : submit}
      </Button>
    </ClientForm>
  )
}
