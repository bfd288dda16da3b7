import type { Problem as Failed } from '@salama/http/call'
import { isPassing, ProblemMessage } from '@salama/ui/components/problem-message.tsx'
import { useTranslations } from 'next-intl'

/** The error of a failed request; the form's input stays. */
export function Problem({ failure }: { failure: Failed | null }) {
  const t = useTranslations('keys')
  const errors = useTranslations('errors')
  if (failure === null) return null
  const { code } = failure
  return (
    <ProblemMessage problem={failure} words={code === 'api_key_already_created' ? t('alreadyMade') : errors(code)}>
      {isPassing(code) && <p>{t('kept')}</p>}
    </ProblemMessage>
  )
}
