import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { Attempt } from '@/outbox/content.ts'
import { GoOnLink, type QuizEndProps, QuizResult } from './quiz-result.tsx'

export type Ended = {
  /** Null where questions have no feedback yet. */
  attempt: Omit<Attempt, 'at'> | null
  certificate: string | null
  /** Of the attempt that ended: the page may be in another mode once the quiz is passed. */
  mode: QuizMode
}
export type QuizMode = 'graded' | 'visitor' | 'practice'

/** The end of a quiz that was answered question by question. */
export function QuizEnd({ ended, next, onAgain, ...rest }: QuizEndProps & { ended: Ended }) {
  const t = useTranslations('quiz')
  const { attempt, certificate, mode } = ended
  const isDone = attempt === null || attempt.passed
  return (
    <div ref={focusOnMount} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      {attempt && <QuizResult attempt={attempt} {...rest} isNew />}
      {mode === 'visitor' && <Notice announce="polite">{t('keptForAccount')}</Notice>}
      {mode === 'practice' && <p className="text-soft">{t('practised')}</p>}
      <div className="flex flex-wrap gap-3">
        {isDone && <GoOnLink certificate={certificate} next={next} />}
        {(!isDone || mode === 'practice') && (
          <Button {...(!isDone && { variant: 'main' as const })} size="large" onClick={onAgain}>
            <Icon as={RotateCw} />
            {t('again')}
          </Button>
        )}
        {mode === 'visitor' && (
          <LinkButton size="large" href="/sign-up">
            {t('createAccount')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}
