import { useTranslations } from 'next-intl'
import type { DraftPlace } from './draft.ts'
import type { ReportContext } from './use-report-context.ts'

/** What a place is called for its incident: its stage, else its road. */
export function shortNameOf(context: ReportContext): string | undefined {
  if (context.state !== 'known') return undefined
  return context.placeName ?? context.location.corridor?.name
}

/** A place in words: its road and the nearest stage, and how exactly the phone knows it. */
export function usePlaceWords() {
  const t = useTranslations('report.place')
  return (place: DraftPlace, context: ReportContext): { name: string; accuracy: string | null } => {
    if (place.kind === 'stop') return { name: place.name, accuracy: null }
    const road = context.state === 'known' ? context.location.corridor?.name : undefined
    const stage = context.state === 'known' ? context.placeName : place.name
    const name = stage
      ? road
        ? t('roadNear', { road, stage })
        : t('near', { stage })
      : (road ?? t(place.from === 'pin' ? 'pin' : 'yours'))
    return { name, accuracy: place.from === 'pin' ? null : t('accuracy', { m: Math.max(5, place.accuracyM) }) }
  }
}
