import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import { type ReactNode, useId } from 'react'
import { numberOf } from './network/number-of.ts'

type SectionProps = { id?: string; title: string; lead?: string; children: ReactNode }

export function Section({ id: anchor, title, lead, children }: SectionProps) {
  const id = useId()
  return (
    <section id={anchor} aria-labelledby={id} className="flex flex-col gap-3 border-t border-line pt-5">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {lead && <p className="max-w-prose text-soft">{lead}</p>}
      {children}
    </section>
  )
}

type Linked = { id: string; slug: string; name: string }

/** Routes by their common names, with links. */
export function RouteLinks({ routes }: { routes: readonly Linked[] }) {
  return (
    <ul className="grid grid-cols-1 gap-x-6 md:grid-cols-2">
      {routes.map((route) => (
        <li key={route.id} className="border-b border-line">
          <Link href={`/routes/${route.slug}`} className="flex min-h-touch items-center gap-3 py-1.5 hover:bg-raised">
            <span className="min-w-0 text-link underline">{route.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const SHOWN = 8

/** Routes by number, as small links; those beyond the first are behind one press. */
export function RouteChips({ routes }: { routes: readonly (Linked & { shortName: string })[] }) {
  const t = useTranslations('story')
  const chips = (some: typeof routes) => (
    <ul className="flex flex-wrap gap-2">
      {some.map((route) => (
        <li key={route.id}>
          <Link href={`/routes/${route.slug}`} prefetch={false} aria-label={route.name} className="chip">
            {numberOf(route) || route.shortName}
          </Link>
        </li>
      ))}
    </ul>
  )
  const more = routes.slice(SHOWN)
  return (
    <>
      {chips(routes.slice(0, SHOWN))}
      {more.length > 0 && (
        <details>
          <summary className="touch-link cursor-pointer font-semibold text-link">
            {t('moreRoutes', { count: more.length })}
          </summary>
          {chips(more)}
        </details>
      )}
    </>
  )
}
