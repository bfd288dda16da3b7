import type { Problem } from '@salama/http/call'
import { useTranslations } from 'next-intl'

/** Why a step of the second factor failed. A code that is not well formed is wrong. */
export function useProblemWords() {
  const t = useTranslations('secondFactor')
  const errors = useTranslations('errors')
  return ({ code }: Problem) => (code === 'wrong_code' || code === 'invalid_request' ? t('wrongCode') : errors(code))
}
