import { REASON_LENGTH } from '@salama/domain/shared'
import { type Problem, problemIn } from '@salama/http/call'
import { askAccount } from '@salama/ui/account/requests.ts'
import { Button, type ButtonVariant } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Sheet } from '@salama/ui/components/sheet.tsx'
import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ProblemNotice, useFirstWrong } from './problem-notice.tsx'

type Question = {
  title: string
  /** A description of what will happen. */
  children?: ReactNode
  confirm: string
  danger?: boolean
  /** False while a field in `children` is incomplete. */
  canConfirm?: boolean
  /** Asks for a reason, which is passed on confirm. It survives closing and reopening the dialog. */
  asksReason?: boolean
  /** Runs the action. An error is shown in the dialog, which stays open; on success it closes. */
  onConfirm: (reason: string) => Promise<unknown>
  /** A more specific message for a rejection than that of its code. */
  wordsOf?: (problem: Problem) => string | undefined
}

/** Asks for confirmation, with a reason where one is recorded. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  confirm,
  danger = false,
  canConfirm = true,
  asksReason = false,
  onConfirm,
  wordsOf,
}: Question & { open: boolean; onClose: () => void }) {
  const t = useTranslations('console')
  const [written, setWritten] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  // Null until the action needs the password again.
  const [password, setPassword] = useState<string | null>(null)
  const [isWrong, setIsWrong] = useState(false)
  const [form, goToWrong] = useFirstWrong()
  const isShort = asksReason && written.trim().length < REASON_LENGTH.minLength

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isShort) goToWrong()
    if (isShort || busy || !canConfirm) return
    setBusy(true)
    setProblem(null)
    setIsWrong(false)
    try {
      const refused = password === null ? null : await askAccount('confirm-password', { password })
      setIsWrong(refused !== null)
      if (refused) return
      await onConfirm(written.trim())
      setWritten('')
      setPassword(null)
      setTried(false)
      onClose()
    } catch (error) {
      const why = problemIn(error)
      setProblem(why)
      if (why.code === 'password_required') setPassword('')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Sheet title={title} open={open} onClose={onClose}>
      <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {children}
        {asksReason && (
          <Field
            multiline
            rows={3}
            label={t('why')}
            hint={t('whyHint')}
            maxLength={REASON_LENGTH.maxLength}
            value={written}
            onChange={(event) => setWritten(event.currentTarget.value)}
            error={tried && isShort ? t('reasonShort', { count: REASON_LENGTH.minLength }) : undefined}
          />
        )}
        {password !== null && (
          <Field
            type="password"
            label={t('passwordAgain')}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={isWrong ? t('passwordWrong') : undefined}
          />
        )}
        <ProblemNotice problem={problem} words={problem ? wordsOf?.(problem) : undefined} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant={danger ? 'danger' : 'main'} busy={busy} disabled={!canConfirm}>
            {confirm}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
        </div>
      </form>
    </Sheet>
  )
}

type ButtonProps = Question & Pick<ButtonVariant, 'variant'> & { label: string; className?: string }

export function ConfirmButton({ label, variant = 'second', className, ...question }: ButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} className={className} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog open={open} onClose={() => setOpen(false)} {...question} />
    </>
  )
}
