import { MAX_EMAIL } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Mail, MailX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ClientForm } from '@/client-form.tsx'

type Props = {
  isMailed: boolean
  busy: boolean
  /** Null ends the mails. */
  onMail: (email: string | null) => Promise<boolean>
}

/**
 * Asks for an address to mail what becomes of the report, or ends the mails. Focus moves to what replaces the button.
 */
export function ReceiptMails({ isMailed, busy, onMail }: Props) {
  const t = useTranslations('reportMails')
  const common = useTranslations('common')
  const [isOpen, setIsOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const [last, setLast] = useState<'opened' | 'changed' | null>(null)
  const open = () => {
    setIsOpen(true)
    setLast('opened')
  }
  const mail = async (address: string | null) => {
    if (!(await onMail(address))) return
    setIsOpen(false)
    setLast('changed')
  }
  if (isMailed || !isOpen) {
    const words = !isMailed ? t('stopped') : email ? t('onAt', { email: email.trim() }) : t('on')
    return (
      <div className="flex flex-col items-start gap-1">
        {(isMailed || last === 'changed') && (
          <p
            key={String(isMailed)}
            ref={last === null ? undefined : focusOnMount}
            tabIndex={-1}
            className="max-w-prose wrap-anywhere outline-none"
          >
            {words}
          </p>
        )}
        <Button
          busy={busy}
          ref={last === 'opened' && !isMailed ? focusOnMount : undefined}
          onClick={isMailed ? () => void mail(null) : open}
        >
          {!busy && <Icon as={isMailed ? MailX : Mail} />}
          {t(isMailed ? 'stop' : 'ask')}
        </Button>
      </div>
    )
  }
  return (
    <ClientForm
      className="flex flex-col gap-3 rounded-control bg-raised p-3"
      onSend={(form) => {
        const written = email.trim()
        const isAddress = /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(written)
        setIsWrong(!isAddress)
        if (isAddress) void mail(written)
        else form.querySelector('input')?.focus()
      }}
    >
      <Field
        type="email"
        ref={focusOnMount}
        label={t('email')}
        hint={t('use')}
        error={isWrong ? t('wrong') : undefined}
        maxLength={MAX_EMAIL}
        autoComplete="email"
        enterKeyHint="send"
        value={email}
        readOnly={busy}
        onChange={(event) => setEmail(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="main" busy={busy}>
          {busy ? common('sending') : t('send')}
        </Button>
        <Button disabled={busy} onClick={() => setIsOpen(false)}>
          {t('cancel')}
        </Button>
      </div>
    </ClientForm>
  )
}
