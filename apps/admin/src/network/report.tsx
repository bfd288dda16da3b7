import { faultsIn } from '@salama/domain/network/feed-imports'
import type { FeedImport, FeedProblem } from '@salama/domain/network/feed-imports/contract'
import { Notice } from '@salama/ui/components/notice.tsx'
import { getLocale, getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { DataTable } from '@/parts/data-table.tsx'

type Import = z.infer<typeof FeedImport>
type Report = NonNullable<Import['report']>
type SampleSet = NonNullable<NonNullable<Import['samples']>['routes']>

const KINDS = ['routes', 'stops'] as const
const FATES = ['added', 'changed', 'removed'] as const

/** How many rows of each kind a feed adds, changes, removes and keeps. */
export async function Counts({ report }: { report: Report }) {
  const t = await getTranslations('network')
  const rows = Object.entries(report).map(([kind, counts]) => ({ kind, ...counts }))
  const words = (kind: string) => {
    const key = `kinds.${kind}` as 'kinds.routes' // checked with `has` before use
    return t.has(key) ? t(key) : kind.replaceAll('_', ' ')
  }
  return (
    <DataTable
      caption={t('wouldChange')}
      rows={rows}
      keyOf={({ kind }) => kind}
      empty={null}
      columns={[
        { label: t('kind'), isName: true, cell: ({ kind }) => words(kind) },
        ...([...FATES, 'unchanged'] as const).map((fate) => ({
          key: fate,
          label: t(`fates.${fate}`),
          end: true,
          cell: (row: (typeof rows)[number]) =>
            row[fate] > 0 && fate !== 'unchanged' ? <strong>{row[fate]}</strong> : row[fate],
        })),
      ]}
    />
  )
}

/** A large removal that needs confirmation: the counts, and the first ones by name. */
export async function Removals({ of }: { of: NonNullable<Import['removals']> }) {
  const t = await getTranslations('network')
  return (
    <ul className="list-disc ps-5">
      {KINDS.map((kind) => {
        const removal = of[kind]
        if (!removal) return null
        const { removed, names } = removal
        return (
          <li key={kind}>
            <strong>{t(`removes.${kind}`, { removed, of: removal.of })}</strong> {names.join(', ')}
            {removed > names.length && ' …'}
          </li>
        )
      })}
    </ul>
  )
}

/** A prominent warning for a feed without a border, because everything else looks normal. */
export async function NoServiceArea({ feed }: { feed: string }) {
  const t = await getTranslations('network')
  return (
    <Notice tone="danger" title={t('noArea', { feed })}>
      <p>{t('noAreaWords')}</p>
      <code className="block break-words">
        npx salama import &lt;zip&gt; --feed {feed} --border &lt;file.geojson&gt;
      </code>
    </Notice>
  )
}

type Border = NonNullable<NonNullable<NonNullable<Import['samples']>['border']>>

/** A border around the stops, before it applies: its size and its outline, north up. */
export async function DerivedBorder({ of: { name, areaKm2, widthM, heightM, outline } }: { of: Border }) {
  const t = await getTranslations('network')
  const rings = outline.coordinates.flat().map((ring) => ring.map(([lng = 0, lat = 0]) => ({ lng, lat })))
  const isAcross = rings.flat().some(({ lng }) => lng > 179) && rings.flat().some(({ lng }) => lng < -179)
  const places = rings.map((ring) => ring.map(({ lng, lat }) => ({ lat, lng: isAcross && lng < 0 ? lng + 360 : lng })))
  const [west, north] = [
    Math.min(...places.flat().map(({ lng }) => lng)),
    Math.max(...places.flat().map(({ lat }) => lat)),
  ]
  const [east, south] = [
    Math.max(...places.flat().map(({ lng }) => lng)),
    Math.min(...places.flat().map(({ lat }) => lat)),
  ]
  const [width, height] = [widthM / 1000, heightM / 1000]
  const path = places.map((ring) => {
    const corners = ring.map(({ lat, lng }) => {
      const [x, y] = [((lng - west) / (east - west)) * width, ((north - lat) / (north - south)) * height]
      return `${x.toFixed(2)},${y.toFixed(2)}`
    })
    return `M${corners.join('L')}Z`
  })
  return (
    <Notice tone="warn" title={t('derivedBorder', { name })}>
      <p>{t('derivedBorderWords', { area: areaKm2, width: Math.round(width), height: Math.round(height) })}</p>
      <svg
        role="img"
        aria-label={t('derivedBorderOutline')}
        viewBox={`-1 -1 ${width + 2} ${height + 2}`}
        className="mt-2 max-h-64 w-full max-w-md"
      >
        <path d={path.join('')} fill="none" stroke="currentColor" strokeWidth={2} vectorEffect="non-scaling-stroke" />
      </svg>
    </Notice>
  )
}

/** Examples of what a feed adds, changes and removes. */
export async function Samples({ of }: { of: SampleSet }) {
  const t = await getTranslations('network')
  return (
    <div className="grid gap-4 md:grid-cols-3">
      {FATES.map((fate) => (
        <div key={fate}>
          <h3 className="font-semibold">{t(`fates.${fate}`)}</h3>
          {of[fate].length === 0 ? (
            <p className="text-soft">{t('nothing')}</p>
          ) : (
            <ul className="list-disc ps-5">
              {of[fate].map(({ name, before }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two stops may have one name, and the list never changes
                <li key={at}>
                  {name}
                  {before !== null && before !== name && (
                    <span className="block text-soft">{t('was', { before })}</span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </div>
  )
}

/** The faults of a feed by cause. What has no words in the language of the page is in English. */
export async function Problems({
  title,
  problems,
}: {
  title: string
  problems: readonly z.infer<typeof FeedProblem>[]
}) {
  const [t, wordsOf] = await Promise.all([getTranslations('network'), faultsIn(await getLocale())])
  const rows = problems.map((problem, n) => ({ ...problem, ...wordsOf(problem), n }))
  const langOf = (row: { isEnglish: boolean }) => (row.isEnglish ? 'en' : undefined)
  const isMended = problems.some(({ done }) => done !== null)
  return (
    <DataTable
      caption={title}
      rows={rows}
      keyOf={({ n }) => String(n)}
      empty={null}
      columns={[
        { label: t('file'), isName: true, cell: ({ file }) => file },
        { label: t('line'), end: true, cell: ({ line }) => line },
        { label: t('column'), cell: ({ column }) => column },
        { label: t('reason'), cell: (row) => <span lang={langOf(row)}>{row.reason}</span> },
        { label: t('rows'), end: true, cell: ({ count }) => count },
        ...(isMended
          ? [{ label: t('done'), cell: (row: (typeof rows)[number]) => <span lang={langOf(row)}>{row.done}</span> }]
          : []),
      ]}
    />
  )
}
