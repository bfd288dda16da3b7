import type { PhotoProblem } from '@salama/outbox/use-photos.ts'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTranslations } from 'next-intl'

/** Why some of the chosen photos were left out. */
export function PhotoProblems({ problems }: { problems: readonly PhotoProblem[] }) {
  const t = useTranslations('report.photos.trouble')
  if (problems.length === 0) return null
  return (
    <Notice tone="warn" announce="assertive">
      {problems.map((problem) => (
        <p key={problem}>{t(problem)}</p>
      ))}
    </Notice>
  )
}
