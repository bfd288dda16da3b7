'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ClientForm } from '@/client-form.tsx'
import { RequestProblem } from '@/request.tsx'
import { ReceiptView } from './receipt-view.tsx'
import { type ReceiptProblem, useReceipt } from './use-receipt.ts'

/** The receipt page: the code, then the report's status and the actions on it. */
export function ReceiptPage({ publicKey }: { publicKey: string | null }) {
  const { receipt, ...rest } = useReceipt()
  if (receipt) return <ReceiptView receipt={receipt} publicKey={publicKey} {...rest} />
  return <CodeForm problem={rest.problem} busy={rest.busy !== null} onLookup={rest.lookUp} />
}

function CodeForm({
  problem,
  busy,
  onLookup,
}: {
  problem: ReceiptProblem | null
  busy: boolean
  onLookup: (written: string) => void
}) {
  const t = useTranslations('lookBack')
  const common = useTranslations('common')
  const [written, setWritten] = useState('')
  return (
    <ClientForm autoComplete="off" className="flex flex-col gap-4" onSend={() => onLookup(written)}>
      {problem === 'not_found' && (
        <Notice tone="warn" announce="assertive" title={t('notFoundTitle')}>
          <p>{t('notFound')}</p>
        </Notice>
      )}
      <RequestProblem problem={problem === 'not_found' || problem === 'mistyped' ? null : problem} />
      <Field
        label={t('code')}
        hint={t('codeHint')}
        error={problem === 'mistyped' ? t('mistyped') : undefined}
        value={written}
        onChange={(event) => setWritten(event.target.value)}
        maxLength={80}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
      />
      <Button type="submit" variant="main" size="large" wide busy={busy}>
        {busy ? common('loading') : t('look')}
      </Button>
      <p className="max-w-prose text-sm text-soft">{t('notKept')}</p>
    </ClientForm>
  )
}
