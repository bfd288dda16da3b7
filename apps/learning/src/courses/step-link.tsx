import { MAX_QUIZ_TRIES } from '@salama/domain/shared'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { Circle, CircleCheck, CircleDot, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

type StepLinkProps = {
  href: string
  /** Null where the server does not know it. */
  done: boolean | null
  /** Shown in place of `done` where that is null. */
  mark?: ReactNode
  children: ReactNode
}

/** A lesson or quiz in the list of its module. */
export function StepLink({ href, done, mark, children }: StepLinkProps) {
  return (
    <li className="border-b border-line">
      <Link href={href} className="flex min-h-14 items-center gap-3 py-2 font-semibold hover:bg-sunken">
        {done === null ? mark : <DoneMark done={done} />}
        <span className="min-w-0 flex-1">{children}</span>
      </Link>
    </li>
  )
}

type StepNameProps = { title?: string; lang?: string; minutes?: number; questions?: number }

/** The title of a step: a lesson's title with its duration, or "quiz". */
export function StepName({ title, lang, minutes, questions }: StepNameProps) {
  const t = useTranslations('courses')
  return (
    <>
      <span lang={lang} className="text-link underline">
        {title ?? t('quiz')}
      </span>{' '}
      <span className="font-normal whitespace-nowrap text-soft">
        {minutes !== undefined && t('minutes', { minutes })}
        {questions !== undefined && t('questions', { count: questions })}
      </span>
    </>
  )
}

const FACES: Record<'not_started' | 'in_progress' | 'completed', { icon: LucideIcon; look: string }> = {
  not_started: { icon: Circle, look: 'text-soft' },
  in_progress: { icon: CircleDot, look: 'text-ink' },
  completed: { icon: CircleCheck, look: 'text-ok' },
}

/** A progress state as an icon and a label. */
export function StateWord({ state, children }: { state: keyof typeof FACES; children?: ReactNode }) {
  const t = useTranslations('courses')
  const { icon, look } = FACES[state]
  return (
    <span className={`inline-flex items-center gap-2 font-semibold ${look}`}>
      <Icon as={icon} />
      {children ?? t(`state.${state}`)}
    </span>
  )
}

/** An item with an icon for its completion: a lesson or a quiz. */
export function DoneMark({ done }: { done: boolean }) {
  const t = useTranslations('courses')
  return done ? (
    <Icon as={CircleCheck} label={t('done')} className="text-ok" />
  ) : (
    <Icon as={Circle} label={t('notDone')} className="text-soft" />
  )
}

/** How a module, and with it the course, is completed. */
export function Rule({ percent, whole }: { percent: number; whole: boolean }) {
  const t = useTranslations('courses')
  return (
    <section aria-labelledby="rule" className="border-s-4 border-edge ps-4">
      <h2 id="rule" className="font-semibold">
        {t(whole ? 'ruleTitle' : 'moduleRuleTitle')}
      </h2>
      <ul className="list-disc ps-5">
        <li>{t('ruleLessons')}</li>
        <li>{t('ruleQuiz', { percent, tries: MAX_QUIZ_TRIES })}</li>
        {whole && <li>{t('ruleCourse')}</li>}
      </ul>
    </section>
  )
}
