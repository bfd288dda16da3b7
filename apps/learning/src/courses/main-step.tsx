import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { useLocale, useTranslations } from 'next-intl'
import { GuestNext } from '@/guest/guest-progress.tsx'
import { completionOf, type Mark } from '@/outbox/content.ts'
import type { Content, Learner, Progress } from './find-course.ts'
import { isDoneIn, nextStep, pathOf, type Step, stepsOf } from './steps.ts'

/** The next step in a course: begin, continue, or (without an account) read. Nothing when all is completed. */
export function MainStep({
  course,
  progress,
  learner,
}: {
  course: Content
  progress: Progress | null
  learner: Learner['is']
}) {
  const t = useTranslations('courses')
  const locale = useLocale()
  const next = nextStep(course, isDoneIn(progress))
  const module = course.modules.find(({ slug }) => slug === next?.module)
  if (!next || !module) return null
  const label = (key: 'goOn' | 'read', step: Step) =>
    t(key, {
      title: step.title ?? t('quizOf', { title: course.modules.find(({ slug }) => slug === step.module)?.title ?? '' }),
    })
  if (learner === 'visitor')
    return (
      <div>
        <GuestNext
          steps={stepsOf(course).map((step, at) => ({
            moduleId: course.modules.find(({ slug }) => slug === step.module)?.id ?? '',
            item: step.item,
            href: pathOf(course.slug, step.module, step.item),
            label: label(at === 0 ? 'read' : 'goOn', step),
          }))}
        />
      </div>
    )
  if (progress || learner === 'unknown')
    return (
      <div>
        <LinkButton variant="main" size="large" href={pathOf(course.slug, next.module, next.item)}>
          {label(progress ? 'goOn' : 'read', next)}
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
