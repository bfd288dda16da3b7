import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { labelIn } from '@/parts/label-in.ts'
import { personName } from './marks.tsx'

type Props = { entry: ReviewEntryDetail; nowMs: number; onClaim: (() => void) | null }

/** Notices about an entry: it is your own, claimed by a colleague, decided, or your claim has expired. */
export function EntryStanding({ entry, nowMs, onClaim }: Props) {
  const t = useTranslations('review')
  const locale = useLocale()
  const { clock, moment } = useTimes()
  const lost = useLostClaim(entry, nowMs)
  const { own, escalatedByYou, claimedBy, claimedByYou, claimedUntil, decidedAt } = entry
  if (decidedAt) {
    const reason = labelIn(entry.reasons.find(({ code }) => code === entry.reasonCode)?.label, locale)
    return (
      <Notice
        announce="polite"
        title={t('decided', {
          what: t(`state.${entry.state}`),
          who: personName(entry.decidedBy, t('author')),
          time: moment(decidedAt),
        })}
      >
        {reason && <p>{reason}</p>}
        {entry.note && <p className="whitespace-pre-line">{entry.note}</p>}
      </Notice>
    )
  }
  if (own)
    return (
      <Notice tone="warn" title={t(entry.kind === 'dispute' ? 'ownPartTitle' : 'ownTitle')}>
        <p>{t(entry.kind === 'dispute' ? 'ownPartWords' : 'ownWords')}</p>
      </Notice>
    )
  if (escalatedByYou) return <Notice tone="warn">{t('escalatedByYouWords')}</Notice>
  if (claimedBy && !claimedByYou && claimedUntil)
    return (
      <Notice tone="warn" announce="polite">
        <p>{t('theirs', { who: personName(claimedBy, t('colleague')), time: clock(claimedUntil) })}</p>
      </Notice>
    )
  if (lost)
    return (
      <Notice tone="warn" announce="assertive" title={t('lostTitle', { time: clock(lost) })}>
        <p>{t('lostWords')}</p>
        {onClaim && <Button onClick={onClaim}>{t('claimAgain')}</Button>}
      </Notice>
    )
  return null
}

/** When your claim expired while the entry was open; null while it lasts and after a release. */
function useLostClaim({ claimedByYou, claimedUntil }: ReviewEntryDetail, nowMs: number): string | null {
  const [held, setHeld] = useState<string | null>(null)
  useEffect(() => {
    if (claimedByYou && claimedUntil) setHeld(claimedUntil)
    else setHeld((until) => (until && Date.parse(until) > Date.now() ? null : until))
  }, [claimedByYou, claimedUntil])
  return held !== null && Date.parse(held) <= nowMs ? held : null
}
