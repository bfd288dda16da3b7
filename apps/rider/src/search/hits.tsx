import type { Category } from '@salama/domain/incidents/contract'
import type { SearchHit } from '@salama/domain/search/contract'
import { CATEGORIES } from '@salama/domain/shared'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { CategoryIcon } from '@salama/ui/incidents/category-icon.tsx'
import { Building2, Bus, type LucideIcon, MapPin, Route, Signpost } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { TextLink } from '@/text-link.tsx'

export type Hit = z.infer<typeof SearchHit>

const ICONS: Record<Hit['type'], LucideIcon> = {
  vehicle: Bus,
  sacco: Building2,
  route: Route,
  corridor: Signpost,
  stop: MapPin,
}

const FOLDERS = { vehicle: 'v', sacco: 'saccos', route: 'routes', corridor: 'corridors' } as const

/** The link of a result. A stage has no page, so it links to the list around it. */
function addressOf({ type, id, title, place }: Hit): string {
  if (type !== 'stop') return `/${FOLDERS[type]}/${id}`
  const query = new URLSearchParams(place ? { lat: String(place.lat), lng: String(place.lng), place: title } : {})
  return `/?${query}`
}

/** The results, best first: type, name, and the name that matched. */
export function Hits({ hits, onOpen }: { hits: readonly Hit[]; onOpen?: () => void }) {
  const t = useTranslations('search')
  return (
    <ul className="flex flex-col">
      {hits.map((hit) => {
        const name = hit.highlight.map((piece) => piece.text).join('')
        return (
          <li key={`${hit.type}-${hit.id}`} className="border-b border-line last:border-0">
            <Link
              href={addressOf(hit)}
              prefetch={false}
              {...(onOpen && { onClick: onOpen })}
              className="flex min-h-14 items-center gap-3 py-2 hover:bg-raised"
            >
              <Sign>
                <Icon as={ICONS[hit.type]} />
              </Sign>
              <span className="min-w-0">
                <span className="block font-semibold">
                  {name === hit.label ? <Marked pieces={hit.highlight} /> : hit.label}
                </span>
                <span className="block text-sm text-soft">
                  {t(`type.${hit.type}`)}
                  {hit.subtitle && ' · '}
                  {name === hit.subtitle ? <Marked pieces={hit.highlight} /> : hit.subtitle}
                </span>
                {name !== hit.title && name !== hit.subtitle && (
                  <span className="block text-sm text-soft">
                    {t('alsoCalled')} <Marked pieces={hit.highlight} />
                  </span>
                )}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function Marked({ pieces }: { pieces: Hit['highlight'] }) {
  let at = 0
  return pieces.map(({ text, match }) => {
    const key = at
    at += text.length
    if (!match) return text
    return (
      <mark key={key} className="bg-transparent text-inherit underline decoration-3">
        {text}
      </mark>
    )
  })
}

/** The categories that a search may mean, with their incidents nearby and the report form. */
export function TopicList({ topics }: { topics: readonly Category[] }) {
  const t = useTranslations('search')
  const name = useTranslations('categories')
  return (
    <ul className="flex flex-col">
      {topics.map((category) => (
        <li key={category} className="flex min-h-14 items-center gap-3 border-b border-line py-2">
          <Sign>
            <CategoryIcon category={category} />
          </Sign>
          <span className="flex min-w-0 flex-wrap items-center gap-x-4">
            <span className="w-full font-semibold">{name(category)}</span>
            {CATEGORIES[category].visibility !== 'aggregate' && (
              <TextLink href={{ pathname: '/', query: { category } }}>{t('topicNearby')}</TextLink>
            )}
            <TextLink href={{ pathname: '/report', query: { category } }}>{t('topicReport')}</TextLink>
          </span>
        </li>
      ))}
    </ul>
  )
}

const Sign = ({ children }: { children: ReactNode }) => (
  <span className="grid size-11 shrink-0 place-items-center rounded-control bg-sunken text-xl">{children}</span>
)
