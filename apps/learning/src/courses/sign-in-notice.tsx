import { LinkButton } from '@salama/ui/components/link-button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useLocale, useTranslations } from 'next-intl'
import type { Learner } from './find-course.ts'

/** Why nothing is marked here: nobody is signed in, or who is cannot be asked for. Nothing for everybody else. */
export function SignInNotice({ learner, path, quiz = false }: { learner: Learner; path: string; quiz?: boolean }) {
  const t = useTranslations('courses')
  const locale = useLocale()
  if (learner.is === 'known') return null
  if (learner.is === 'unknown') return <Notice tone="warn">{t('unknown')}</Notice>
  return (
    <Notice>
      <p>{t(quiz ? 'signInForQuiz' : 'signInForProgress')}</p>
      <LinkButton
        look={quiz ? 'main' : 'second'}
        href={{ pathname: '/sign-in', query: { callbackUrl: `/${locale}${path}` } }}
      >
        {t('signIn')}
      </LinkButton>
    </Notice>
  )
}
