import { Button } from '@salama/ui/components/button.tsx'
import { LinkButton } from '@salama/ui/components/link-button.tsx'
import { useLocale, useTranslations } from 'next-intl'
import { markOf } from '@/outbox/content.ts'
import type { Content, Progress } from './find-course.ts'
import { ProgressFields } from './progress-fields.tsx'
import { isDoneIn, nextStep, pathOf } from './steps.ts'

/** The one next thing in a course: begin it, go on, or (without an account) read. Nothing when all is done. */
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
        <LinkButton look="main" size="large" href={pathOf(course.slug, next.module, next.item)}>
          {t(progress ? 'goOn' : 'read', { title: next.title ?? t('quizOf', { title: module.title }) })}
        </LinkButton>
      </div>
    )
  return (
    <form method="post" action={`/api/progress?locale=${locale}`}>
      <ProgressFields {...markOf(course, module, next.item)} />
      <Button type="submit" look="main" size="large">
        {t('start')}
      </Button>
    </form>
  )
}
