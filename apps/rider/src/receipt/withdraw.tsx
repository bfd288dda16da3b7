'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTranslations } from 'next-intl'
import { useState } from 'react'

/** Withdraws the report after confirmation, because it cannot be undone. */
export function Withdraw({ busy, onWithdraw }: { busy: boolean; onWithdraw: () => void }) {
  const t = useTranslations('lookBack')
  const common = useTranslations('common')
  const [sure, setSure] = useState(false)
  if (!sure)
    return (
      <section className="border-t-2 border-line pt-4">
        <Button variant="quiet" className="-ml-3" onClick={() => setSure(true)}>
          {t('withdraw')}
        </Button>
      </section>
    )
  return (
    <Notice tone="warn" says="soon" title={t('withdrawSure')}>
      <p>{t('withdrawWords')}</p>
      <div className="flex flex-wrap gap-2 py-2">
        <Button variant="danger" busy={busy} onClick={onWithdraw}>
          {busy ? common('sending') : t('withdrawNow')}
        </Button>
        <Button onClick={() => setSure(false)}>{t('keep')}</Button>
      </div>
    </Notice>
  )
}
