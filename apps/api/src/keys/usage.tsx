import type { ApiKeyUsage } from '@salama/domain/api-keys/contract'
import { Columns } from '@salama/ui/components/columns.tsx'
import { useFormatter, useTranslations } from 'next-intl'
import type { z } from 'zod'

type Days = z.output<typeof ApiKeyUsage>['days']

/** Requests per day as a bar chart and a table. */
export function Usage({ usage: { days, total } }: { usage: z.output<typeof ApiKeyUsage> }) {
  const t = useTranslations('keys')
  const format = useFormatter()
  const most = Math.max(...days.map(({ requests }) => requests))
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold">{t('usage')}</h2>
      <p className="max-w-prose text-soft">{t('usageWords', { days: days.length })}</p>
      {total.requests === 0 ? (
        <p className="font-semibold">{t('usageNone', { days: days.length })}</p>
      ) : (
        <>
          <p className="font-semibold">
            {t('usageTotal', { n: total.requests, days: days.length, most: format.number(most) })}
            {total.limited > 0 && ` ${t('usageLimited', { n: total.limited })}`}
          </p>
          <Columns
            className="w-full max-w-3xl"
            step={24}
            fills={['var(--color-link)']}
            columns={days.map(({ date, requests }) => ({ key: date, parts: [requests] }))}
          />
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

function Table({ days }: { days: Days }) {
  const t = useTranslations('keys')
  const format = useFormatter()
  return (
    <table className="border-collapse text-start">
      <thead>
        <tr className="border-b border-line">
          <th className="py-1 pe-8">{t('day')}</th>
          <th className="py-1 pe-8 text-end">{t('requests')}</th>
          <th className="py-1 text-end">{t('limited')}</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, requests, limited }) => (
          <tr key={date} className="border-b border-line">
            <th scope="row" className="py-1 pe-8 font-normal">
              <time dateTime={date}>{date}</time>
            </th>
            <td className="py-1 pe-8 text-end">{format.number(requests)}</td>
            <td className="py-1 text-end">{format.number(limited)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
