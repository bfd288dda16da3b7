import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { useLocale, useTranslations } from 'next-intl'
import { completionOf, type Mark } from '@/outbox/content.ts'
import type { Content, Progress } from './find-course.ts'
import { isDoneIn, nextStep, pathOf } from './steps.ts'

/** The next step in a course: begin, continue, or (without an account) read. Nothing when all is completed. */
export function MainStep({
  course,
  progress,
  isKnown,
}: {
  course: Content
  progress: Progress | null
  isKnown: boolean
}) {
  const t = useTranslations('courses')
  const locale = useLocale()
  const next = nextStep(course, isDoneIn(progress))
  const module = course.modules.find(({ slug }) => slug === next?.module)
  if (!next || !module) return null
  if (progress || !isKnown)
    return (
      <div>
        <LinkButton variant="main" size="large" href={pathOf(course.slug, next.module, next.item)}>
          {t(progress ? 'goOn' : 'read', { title: next.title ?? t('quizOf', { title: module.title }) })}
        </LinkButton>
      </div>
    )
  return (
    <form method="post" action={`/api/progress?locale=${locale}`}>
      <ProgressFields {...completionOf(course, module, next.item)} />
      <Button type="submit" variant="main" size="large">
        {t('start')}
      </Button>
    </form>
  )
}

type Props = Omit<Mark, 'quizAnswers'> & {
  /** Whether submitting the form completes the item. */
  completes?: boolean
}

/** The hidden fields of every progress form; see the form of the operation `submitLearningForm`. */
export function ProgressFields({ completes = false, ...fields }: Props) {
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {completes && <input type="hidden" name="completedItems" value={fields.item} />}
    </>
  )
}
