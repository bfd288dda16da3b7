import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import { ConfirmButton } from '@/parts/confirm-dialog.tsx'
import { personName } from './marks.tsx'
import { useRefusalWords } from './use-refusal-words.ts'

type Props = {
  entry: ReviewEntryDetail
  busy: boolean
  onAsk: (reason: string) => Promise<unknown>
  onAgree: (reason: string) => Promise<unknown>
  onWithdraw: () => void
}

/** Why one admin can do nothing about it, where there is something to say. */
const WHY = ['decided_again', 'subject_changed', 'own_submission'] as const

/** What can be done about a decision that is older than a day: asking a colleague, agreeing, or why neither. */
export function ReversalOffer({ entry: { decidedAt, reversal }, busy, onAsk, onAgree, onWithdraw }: Props) {
  const t = useTranslations('review')
  const { moment } = useTimes()
  const wordsOf = useRefusalWords()
  const { asked, cannot } = reversal
  if (decidedAt === null) return null
  const why = WHY.find((known) => known === cannot)
  if (why) return <p className="text-soft">{t(`reversal.why.${why}`)}</p>
  if (cannot !== null) return null
  if (asked === null)
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ConfirmButton
          label={t('reversal.ask')}
          title={t('reversal.ask')}
          confirm={t('reversal.askYes')}
          asksReason
          onConfirm={onAsk}
          wordsOf={wordsOf}
        >
          <p>{t('reversal.askWords')}</p>
        </ConfirmButton>
        <p className="text-soft">{t('reversal.can')}</p>
      </div>
    )
  const words = { who: personName(asked.by, t('colleague')), time: moment(asked.until) }
  return (
    <Notice tone="warn" title={t(asked.byYou ? 'reversal.yours' : 'reversal.theirs', words)}>
      <p className="whitespace-pre-line">{asked.reason}</p>
      {asked.byYou ? (
        <Button busy={busy} onClick={onWithdraw}>
          {t('reversal.withdraw')}
        </Button>
      ) : (
        <ConfirmButton
          label={t('reversal.agree')}
          title={t('reversal.agree')}
          confirm={t('reversal.agreeYes')}
          danger
          asksReason
          onConfirm={onAgree}
          wordsOf={wordsOf}
        >
          <p>{t('reversal.agreeWords')}</p>
        </ConfirmButton>
      )}
    </Notice>
  )
}
