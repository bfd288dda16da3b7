import type { Problem as Failed } from '@salama/ui/ask.ts'
import { Notice } from '@salama/ui/components/notice.tsx'
import { TryAgainAt } from '@salama/ui/components/try-again-at.tsx'
import { useTranslations } from 'next-intl'

/** Why it was not done, spoken at once. */
export function Problem({ failure }: { failure: Failed | null }) {
  const t = useTranslations('keys')
  const errors = useTranslations('errors')
  if (failure === null) return null
  const { code, retryAfterS } = failure
  const isPassing = code === 'network' || code === 'unavailable' || code === 'rate_limited'
  return (
    <Notice tone={isPassing ? 'warn' : 'danger'} says="now">
      <p>{code === 'api_key_already_created' ? t('alreadyMade') : errors(code)}</p>
      {isPassing && <p>{t('kept')}</p>}
      {code === 'rate_limited' && retryAfterS && <TryAgainAt afterS={retryAfterS} />}
    </Notice>
  )
}
