import type { FeedbackSummary } from '@salama/domain/feedback'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'

type Summary = z.infer<typeof FeedbackSummary>
const inHundred = (share: number) => Math.round(share * 100)

/** What riders say of a vehicle, as sentences: how many they are, and between which bounds the truth may lie. */
export function Pattern({ summary }: { summary: Summary }) {
  const t = useTranslations('vehicle')
  const { moment } = useTimes()
  const { riders, sentiment, interval, windowDays, asOf, tags } = summary
  if (riders === null || sentiment === null || interval === null)
    return (
      <div className="flex max-w-prose flex-col gap-1 border-l-4 border-edge pl-4">
        <p className="text-lg font-bold">{t('tooFew')}</p>
        <p className="text-soft">{t('tooFewWords', { days: windowDays })}</p>
      </div>
    )
  const [low, high] = [inHundred(interval.low), inHundred(interval.high)]
  return (
    <div className="flex max-w-prose flex-col gap-4">
      <div>
        <p className="text-lg font-bold">{t('praise', { count: sentiment.positive, riders })}</p>
        <p>{t('sentiment', { neutral: sentiment.neutral, negative: sentiment.negative, days: windowDays })}</p>
      </div>
      <div>
        <Span low={low} high={high} />
        <p>{t('interval', { low, high })}</p>
        <p className="text-sm text-soft">{t('intervalWords')}</p>
      </div>
      <Tags tags={tags} polarity="good" />
      <Tags tags={tags} polarity="bad" />
      {asOf && <p className="text-sm text-soft">{t('asOf', { time: moment(asOf) })}</p>}
    </div>
  )
}

/** From nobody content to everybody, and where in between it lies. The sentence under it says the same. */
function Span({ low, high }: { low: number; high: number }) {
  return (
    <div aria-hidden="true" className="relative my-2 h-5 rounded-control border-2 border-edge bg-sunken">
      <div
        className="absolute inset-y-0 rounded-control bg-ink"
        style={{ left: `${low}%`, width: `${Math.max(high - low, 2)}%` }}
      />
    </div>
  )
}

function Tags({ tags, polarity }: { tags: Summary['tags']; polarity: 'good' | 'bad' }) {
  const t = useTranslations('vehicle')
  const words = useTranslations('tags')
  const said = tags.filter((each) => each.polarity === polarity)
  if (said.length === 0) return null
  return (
    <div>
      <h3 className="flex items-center gap-2 font-bold">
        <Icon as={polarity === 'good' ? ThumbsUp : ThumbsDown} />
        {t(polarity)}
      </h3>
      <ul className="list-disc pl-9">
        {said.map(({ tag, riders }) => (
          <li key={tag}>{t('tagRiders', { tag: words(tag), count: riders })}</li>
        ))}
      </ul>
    </div>
  )
}
