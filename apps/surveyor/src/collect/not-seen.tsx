import { useTranslations } from 'next-intl'
import type { AskedFact, Draft } from '@/field-state/draft.ts'

type Props = { fact: AskedFact; draft: Draft; edit: (changes: Partial<Draft>) => void }

/** Says that something which is asked for cannot be seen: an answer like any other. */
export function NotSeen({ fact, draft: { notSeen = [] }, edit }: Props) {
  const t = useTranslations('collect')
  const tWork = useTranslations('work')
  const isSaid = notSeen.includes(fact)
  return (
    <button
      type="button"
      aria-pressed={isSaid}
      onClick={() => edit({ notSeen: isSaid ? notSeen.filter((each) => each !== fact) : [...notSeen, fact] })}
      className="chip min-h-12 self-start"
    >
      {t('notSeen')}
      <span className="sr-only"> {tWork(`fact.${fact}`)}</span>
    </button>
  )
}
