import type { ApiKeyUsage } from '@salama/domain/api-keys/contract'
import { useFormatter, useTranslations } from 'next-intl'
import type { z } from 'zod'

type Days = z.output<typeof ApiKeyUsage>['days']

const HEIGHT = 120
const BAR = 20
const GAP = 4

/** Requests a day as bars, and the same numbers as a table. */
export function Usage({ usage: { days, total } }: { usage: z.output<typeof ApiKeyUsage> }) {
  const t = useTranslations('keys')
  const format = useFormatter()
  const most = Math.max(...days.map(({ requests }) => requests))
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-xl font-bold">{t('usage')}</h2>
      <p className="max-w-prose text-soft">{t('usageWords', { days: days.length })}</p>
      {total.requests === 0 ? (
        <p className="font-semibold">{t('usageNone', { days: days.length })}</p>
      ) : (
        <>
          <p className="font-semibold">
            {t('usageTotal', { n: total.requests, days: days.length, most: format.number(most) })}
            {total.limited > 0 && ` ${t('usageLimited', { n: total.limited })}`}
          </p>
          <Bars days={days} most={most} />
          <details>
            <summary className="flex min-h-touch items-center font-semibold text-link underline">
              {t('asTable')}
            </summary>
            <Table days={days} />
          </details>
        </>
      )}
    </section>
  )
}

/** The table says the same to those who do not see it, so a screen reader passes over it. */
function Bars({ days, most }: { days: Days; most: number }) {
  const width = days.length * (BAR + GAP)
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT + 2}`} aria-hidden="true" className="w-full max-w-3xl">
      {days.map(({ date, requests }, index) => {
        const height = requests === 0 ? 0 : Math.max(3, (requests / most) * HEIGHT)
        return (
          <rect
            key={date}
            x={index * (BAR + GAP)}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            fill="var(--color-link)"
          />
        )
      })}
      <line x1="0" x2={width} y1={HEIGHT + 1} y2={HEIGHT + 1} stroke="var(--color-edge)" strokeWidth="2" />
    </svg>
  )
}

function Table({ days }: { days: Days }) {
  const t = useTranslations('keys')
  const format = useFormatter()
  return (
    <table className="border-collapse text-left">
      <thead>
        <tr className="border-b-2 border-line">
          <th className="py-1 pr-8">{t('day')}</th>
          <th className="py-1 pr-8 text-right">{t('requests')}</th>
          <th className="py-1 text-right">{t('limited')}</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, requests, limited }) => (
          <tr key={date} className="border-b border-line">
            <th scope="row" className="py-1 pr-8 font-normal">
              <time dateTime={date}>{date}</time>
            </th>
            <td className="py-1 pr-8 text-right">{format.number(requests)}</td>
            <td className="py-1 text-right">{format.number(limited)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
