import type { FeedbackSummary, VehicleFigure } from '@salama/domain/feedback'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { SEATS, Seats, seatsOf } from '@salama/ui/components/seats.tsx'
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
/** From this width of the interval on the page says that the riders are too few to be sure. */
const UNSURE = 0.4
/** The words for a share, by its upper bound. */
const WORDS = [
  [0.1, 'none'],
  [0.3, 'few'],
  [0.44, 'less'],
  [0.56, 'half'],
  [0.7, 'more'],
  [0.9, 'most'],
  [1, 'all'],
] as const
const shareWord = (share: number) => WORDS.find(([to]) => share <= to)?.[1] ?? 'all'

/** What a vehicle's riders say: in words, with how many they are and how sure it is, and as seats. */
export function RatingFigure({ summary }: { summary: Summary }) {
  const t = useTranslations('figures')
  const vehicle = useTranslations('vehicle')
  if (!isKnown(summary))
    return (
      <div className="flex max-w-prose flex-col gap-2">
        <h2 className="text-xl font-bold">{vehicle('tooFew')}</h2>
        <Seats interval={null} label={t('seatsNone')} />
        <p className="text-soft">{vehicle('tooFewWords', { days: summary.windowDays })}</p>
      </div>
    )
  const { riders, signedIn, sentiment, interval, windowDays } = summary
  const { low, high } = seatsOf(interval)
  const counts = { count: sentiment.positive, riders }
  return (
    <div className="flex max-w-prose flex-col gap-3">
      <h2 className={isUnsure(interval) ? 'text-xl font-bold' : 'text-3xl font-bold'}>
        {isUnsure(interval) ? t('unsure', counts) : t(`share.${shareWord(sentiment.positive / riders)}`)}
      </h2>
      <p>{isUnsure(interval) ? t('window', { days: windowDays }) : t('counts', { ...counts, days: windowDays })}</p>
      <Seats interval={interval} label={t('seats', { low, maybe: high - low, rest: SEATS - high })} />
      <p className="font-semibold">{t('probably', { low, high })}</p>
      <ul className="flex flex-col gap-1 text-sm">
        {(['happy', 'maybe', 'unhappy'] as const).map((each) => (
          <li key={each} className="flex items-center gap-2">
            <span aria-hidden="true" className={cx('size-4 rounded-[5px] border-2', KEY[each])} />
            {t(each)}
          </li>
        ))}
      </ul>
      <details>
        <summary className="touch-link cursor-pointer">{t('exact')}</summary>
        {signedIn !== null && <p className="text-soft">{t('signedIn', { count: signedIn, riders })}</p>}
        <p className="text-soft">{t('interval', { low: inHundred(interval.low), high: inHundred(interval.high) })}</p>
      </details>
    </div>
  )
}

const KEY = {
  happy: 'border-ok bg-ok',
  maybe: 'border-ok bg-[repeating-linear-gradient(45deg,var(--color-ok)_0_2px,var(--color-raised)_2px_4px)]',
  unhappy: 'border-edge bg-raised',
}

const isUnsure = ({ low, high }: Interval) => high - low > UNSURE

/** The figure of a vehicle in a list, in one line. */
export function FigureLine({ figure }: { figure: z.infer<typeof VehicleFigure> }) {
  const t = useTranslations('figures')
  const { positive: count, riders, interval } = figure
  return isUnsure(interval)
    ? t('unsure', { count, riders })
    : `${t(`share.${shareWord(count / riders)}`)} · ${t('of', { count, riders })}`
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

function Tags({ tags, polarity }: { tags: Summary['tags']; polarity: 'good' | 'bad' }) {
  const t = useTranslations('vehicle')
  const words = useTranslations('tags')
  const chosen = tags.filter((each) => each.polarity === polarity)
  if (chosen.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">{t(polarity)}</h3>
      <ul className="flex flex-wrap gap-2">
        {chosen.map(({ tag, riders }) => (
          <li key={tag} className="chip">
            <Icon as={polarity === 'good' ? ThumbsUp : ThumbsDown} />
            {t('tagRiders', { tag: words(tag), count: riders })}
          </li>
        ))}
      </ul>
    </div>
  )
}
