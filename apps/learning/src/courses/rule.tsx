import { MAX_QUIZ_TRIES } from '@salama/domain/shared'
import { useTranslations } from 'next-intl'

/** By what a module, and with it the course, is completed. */
export function Rule({ percent, whole }: { percent: number; whole: boolean }) {
  const t = useTranslations('courses')
  return (
    <section aria-labelledby="rule" className="border-l-4 border-edge pl-4">
      <h2 id="rule" className="text-lg font-bold">
        {t(whole ? 'ruleTitle' : 'moduleRuleTitle')}
      </h2>
      <ul className="list-disc pl-5">
        <li>{t('ruleLessons')}</li>
        <li>{t('ruleQuiz', { percent, tries: MAX_QUIZ_TRIES })}</li>
        {whole && <li>{t('ruleCourse')}</li>}
      </ul>
    </section>
  )
}
