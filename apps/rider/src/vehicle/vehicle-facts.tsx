import type { FeedbackSummary } from '@salama/domain/feedback'
import type { Vehicle } from '@salama/domain/vehicles'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { BadgeCheck, CircleDashed, ThumbsDown, ThumbsUp, Volume2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { TextLink } from '@/text-link.tsx'

/** The vehicle's sacco and routes, and the source of these facts. */
export function VehicleFacts({ vehicle }: { vehicle: z.infer<typeof Vehicle> }) {
  const t = useTranslations('vehicle')
  const { day } = useTimes()
  return (
    <div className="flex flex-col gap-2">
      <dl className="divide-y-2 divide-line border-y-2 border-line">
        <Fact name={t('sacco')}>
          {vehicle.sacco ? (
            <TextLink href={`/saccos/${vehicle.sacco.slug}`}>{vehicle.sacco.name}</TextLink>
          ) : (
            <Unknown>{t('saccoUnknown')}</Unknown>
          )}
        </Fact>
        <Fact name={t('routes')}>
          {vehicle.routes.length === 0 && <Unknown>{t('routesUnknown')}</Unknown>}
          <ul className="flex flex-col">
            {vehicle.routes.map((route) => (
              <li key={route.id}>
                <TextLink href={`/routes/${route.slug}`}>
                  {route.shortName} {route.longName}
                </TextLink>
              </li>
            ))}
          </ul>
        </Fact>
        {vehicle.capacity !== null && (
          <Fact name={t('seats')}>
            <Unknown>{t('seatsCount', { count: vehicle.capacity })}</Unknown>
          </Fact>
        )}
      </dl>
      <p className="inline-flex items-start gap-2 text-soft">
        <Icon as={vehicle.checkedAt ? BadgeCheck : CircleDashed} className="mt-0.5" />
        {vehicle.checkedAt ? t('checkedAt', { day: day(vehicle.checkedAt) }) : t('unchecked')}
      </p>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col py-1 md:flex-row md:gap-3">
      <dt className="flex w-32 shrink-0 items-center text-soft md:min-h-touch md:self-start">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

const Unknown = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex min-h-touch items-center">{children}</span>
)

type Summary = z.infer<typeof FeedbackSummary>
const inHundred = (share: number) => Math.round(share * 100)

/** The rating summary as sentences: the number of riders and the confidence interval. */
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

/** The interval on a scale from 0 to 100 % positive. The sentence below says the same. */
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

/** Encourages riders to ask for a safer ride together. */
export function SpeakUp() {
  const t = useTranslations('vehicle')
  return (
    <section aria-labelledby="speak-up" className="band-beside flex flex-col gap-2 bg-raised py-4 pr-4 pl-5">
      <h2 id="speak-up" className="flex items-center gap-2 text-xl font-bold">
        <Icon as={Volume2} />
        {t('speakUp.title')}
      </h2>
      <p className="max-w-prose">{t('speakUp.words')}</p>
      <p className="max-w-prose text-lg font-bold">{t('speakUp.say')}</p>
      <p className="max-w-prose text-soft">
        {t('speakUp.danger')}{' '}
        <a href="tel:999" className="inline-flex min-h-touch min-w-touch items-center font-bold text-link underline">
          999
        </a>{' '}
        {t('speakUp.or')}{' '}
        <a href="tel:112" className="inline-flex min-h-touch min-w-touch items-center font-bold text-link underline">
          112
        </a>
      </p>
    </section>
  )
}
