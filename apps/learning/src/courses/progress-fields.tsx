import type { Mark } from '@/outbox/content.ts'

type Props = Omit<Mark, 'quizAnswers'> & {
  /** Whether sending the form says that the item is completed. */
  completes?: boolean
}

/** What every form that marks progress carries along; see the form of the operation `submitLearningForm`. */
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
