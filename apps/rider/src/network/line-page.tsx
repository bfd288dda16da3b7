import type { Incident } from '@salama/domain/incidents/contract'
import { getLinePage } from '@salama/domain/network'
import { getVisitor } from '@salama/session'
import { breakable } from '@salama/ui/components/breakable.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import type { Locale } from '@salama/ui/i18n/routing.ts'
import { ageOf } from '@salama/ui/incidents/severity.ts'
import { withLabels } from '@salama/ui/incidents/words.ts'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { PictureMap } from '@/map/picture-map.tsx'
import { hasStreets, positionOn, radiusOf } from '@/pictures/map-svg.ts'
import { lineScene } from '@/pictures/scenes.ts'
import { Section } from '@/section.tsx'
import { StageLine } from './stage-line.tsx'
import { UsualTrouble } from './usual-trouble.tsx'

type Subject = { kind: 'route' | 'corridor'; id: string; slug: string }
type Page = Awaited<ReturnType<typeof getLinePage>>

/** What the page of a route or corridor shows, in the direction of the URL. */
export async function readLine({ kind, id }: Subject, way: unknown) {
  const line = await getLinePage(await getVisitor(), { kind, id })
  return { line, direction: line.directions[way === '1' ? 1 : 0] ?? line.directions[0] }
}

/** The still map of the line with what is live on it; nothing where the line is on no map. */
export async function LineMap({
  subject,
  line,
  incidents,
  locale,
  nowMs,
}: {
  subject: Subject
  line: Page
  incidents: readonly Incident[]
  locale: Locale
  nowMs: number
}) {
  const [scene, streets, t, category] = await Promise.all([
    lineScene(subject.id, await getVisitor()),
    hasStreets(),
    getTranslations('incidents'),
    getTranslations('categories'),
  ])
  if (!scene) return null
  const marks = incidents
    .filter(({ precision }) => precision === 'point')
    .map((incident) => {
      const { x, y } = positionOn(scene, incident.place)
      return { ...incident, age: ageOf(incident, nowMs), left: (x / scene.width) * 100, top: (y / scene.height) * 100 }
    })
  return (
    <ClientMessages of={['common', 'pictureMap', 'map', 'incidents', 'categories']}>
      <PictureMap
        src={`/${locale}/${subject.kind}s/${subject.slug}/map`}
        size={{ width: scene.width, height: scene.height }}
        marks={marks}
        hasStreets={streets}
        live={{
          place: scene.centre,
          radiusM: radiusOf(scene),
          focus: subject.id,
          stages: stagesOf(line),
          incidents: withLabels(incidents, nowMs, t, category),
        }}
      />
    </ClientMessages>
  )
}

/** The stages of both directions, each name once, the ends first: their names have room before those between them. */
const stagesOf = ({ directions }: Page) =>
  Array.from(
    new Map(
      directions
        .flatMap(({ stages }) => [...stages.slice(-1), ...stages.slice(0, -1)])
        .map(({ name, place }) => [name, { name, place }]),
    ).values(),
  )

/** The stages with what is reported between them, in one direction at a time; a link changes it, also without scripts. */
export function Stages({
  subject,
  line,
  direction,
  nowMs,
}: {
  subject: Subject
  line: Page
  direction: Page['directions'][number]
  nowMs: number
}) {
  const t = useTranslations('stageLine')
  return (
    <Section title={t('title')}>
      {line.directions.length > 1 && (
        <nav
          aria-label={t('direction')}
          className="grid grid-cols-2 gap-1 rounded-control bg-fill p-1 @max-3xs:grid-cols-1"
        >
          {line.directions.map((each, way) => (
            <Link
              key={each.stages.at(-1)?.id}
              href={`/${subject.kind}s/${subject.slug}${way === 0 ? '' : '?way=1'}`}
              aria-current={each === direction ? 'true' : undefined}
              scroll={false}
              className={cx(
                'grid min-h-11 min-w-0 place-items-center rounded-lg px-2 text-center leading-tight',
                each === direction && 'bg-raised font-semibold',
              )}
            >
              <span className="w-full">{breakable(t('to', { stage: each.stages.at(-1)?.name ?? '' }))}</span>
            </Link>
          ))}
        </nav>
      )}
      {direction.live.length === 0 && <p className="text-soft">{t('quiet')}</p>}
      <StageLine direction={direction} nowMs={nowMs} />
    </Section>
  )
}

/** What usually happens on the line, and who runs it; `none` where nobody is known to. */
export function LineFacts({ line, nowMs, none }: { line: Page; nowMs: number; none?: string }) {
  const t = useTranslations('usual')
  const tLine = useTranslations('stageLine')
  return (
    <>
      {line.usual.hours.length > 0 && (
        <Section title={t('title')}>
          <UsualTrouble usual={line.usual} nowMs={nowMs} />
        </Section>
      )}
      {(line.saccos.length > 0 || none) && (
        <Section title={tLine('saccos')}>
          {line.saccos.length === 0 && <p className="text-soft">{none}</p>}
          <ul className="flex flex-col">
            {line.saccos.map((sacco) => (
              <li key={sacco.id} className="border-b border-line last:border-0">
                <Link
                  href={`/saccos/${sacco.slug}`}
                  prefetch={false}
                  className="flex min-h-14 flex-col justify-center py-2"
                >
                  <span className="font-semibold text-link">{sacco.name}</span>
                  <span className="text-sm text-soft">{tLine('vehicles', { count: sacco.vehicles })}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
