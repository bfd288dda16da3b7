import type { FeedbackSummary } from '@salama/domain/feedback'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'

type Summary = z.infer<typeof FeedbackSummary>
type Known = Summary & { riders: number; sentiment: NonNullable<Summary['sentiment']>; interval: Interval }
type Interval = NonNullable<Summary['interval']>

const isKnown = (summary: Summary): summary is Known =>
  summary.riders !== null && summary.sentiment !== null && summary.interval !== null

const inHundred = (share: number) => Math.round(share * 100)
/** From this width on, in percentage points, the page says that the estimate is wide. */
const WIDE = 25

/** What a vehicle's riders say: the figure, how many they are, and how sure it is, as a picture and as a sentence. */
export function RatingFigure({ summary }: { summary: Summary }) {
  const t = useTranslations('vehicle')
  if (!isKnown(summary))
    return (
      <div className="flex max-w-prose flex-col gap-1 border-s-4 border-edge ps-4">
        <p className="font-semibold">{t('tooFew')}</p>
        <p className="text-soft">{t('tooFewWords', { days: summary.windowDays })}</p>
      </div>
    )
  const { riders, sentiment, interval } = summary
  const [low, high] = [inHundred(interval.low), inHundred(interval.high)]
  const share = inHundred(sentiment.positive / riders)
  return (
    <div className="flex max-w-prose flex-col gap-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <strong className="text-3xl leading-none">{t('share', { share })}</strong>{' '}
        <span>{t('praise', { count: sentiment.positive, riders })}</span>
      </p>
      <IntervalPicture {...{ low, high, share }} label={t('interval', { low, high })} />
      <p>{t('interval', { low, high })}</p>
      <p className="text-sm text-soft">{t(high - low >= WIDE ? 'wide' : 'narrow', { riders })}</p>
    </div>
  )
}

/** The details behind the figure. */
export function RatingDetails({ summary }: { summary: Summary }) {
  const t = useTranslations('vehicle')
  const { moment } = useTimes()
  if (!isKnown(summary)) return null
  const { sentiment, tags, windowDays, asOf } = summary
  return (
    <div className="flex max-w-prose flex-col gap-4">
      <p>{t('sentiment', { ...sentiment, days: windowDays })}</p>
      <Tags tags={tags} polarity="good" />
      <Tags tags={tags} polarity="bad" />
      {asOf && <p className="text-sm text-soft">{t('asOf', { time: moment(asOf) })}</p>}
    </div>
  )
}

/** The interval on a scale from 0 to 100 %, with the figure as a dot. `label` says the same. */
function IntervalPicture({ low, high, share, label }: { low: number; high: number; share: number; label: string }) {
  const t = useTranslations('vehicle')
  const x = (percent: number) => 12 + percent * 2.76
  return (
    <svg viewBox="0 0 300 44" role="img" aria-label={label} className="w-full max-w-sm text-sm">
      <rect x={x(0)} y="12" width="276" height="8" rx="4" className="fill-sunken stroke-edge" />
      <rect x={x(low)} y="10" width={Math.max(x(high) - x(low), 4)} height="12" rx="6" className="fill-body" />
      <circle cx={x(share)} cy="16" r="9" className="fill-band stroke-ink" strokeWidth="3" />
      {[0, 50, 100].map((tick) => (
        <text
          key={tick}
          x={x(tick)}
          y="40"
          textAnchor={tick === 0 ? 'start' : tick === 100 ? 'end' : 'middle'}
          className="fill-soft"
        >
          {t('share', { share: tick })}
        </text>
      ))}
    </svg>
  )
}

function Tags({ tags, polarity }: { tags: Summary['tags']; polarity: 'good' | 'bad' }) {
  const t = useTranslations('vehicle')
  const words = useTranslations('tags')
  const chosen = tags.filter((each) => each.polarity === polarity)
  if (chosen.length === 0) return null
  return (
    <div>
      <h3 className="flex items-center gap-2 font-semibold">
        <Icon as={polarity === 'good' ? ThumbsUp : ThumbsDown} />
        {t(polarity)}
      </h3>
      <ul className="list-disc ps-9">
        {chosen.map(({ tag, riders }) => (
          <li key={tag}>{t('tagRiders', { tag: words(tag), count: riders })}</li>
        ))}
      </ul>
    </div>
  )
}
