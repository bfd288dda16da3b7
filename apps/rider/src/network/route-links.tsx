import { Link } from '@salama/ui/i18n/navigation.ts'

type Linked = { id: string; slug: string; shortName: string; longName: string }

/** Routes as people call them, each leading to its page. */
export function RouteLinks({ routes }: { routes: readonly Linked[] }) {
  return (
    <ul className="grid grid-cols-1 gap-x-6 md:grid-cols-2">
      {routes.map((route) => (
        <li key={route.id} className="border-b-2 border-line">
          <Link
            href={`/routes/${route.slug}`}
            prefetch={false}
            className="flex min-h-touch items-center gap-3 py-1.5 hover:bg-raised"
          >
            <strong className="min-w-14 shrink-0 text-lg">{route.shortName}</strong>
            <span className="min-w-0 text-link underline">{route.longName}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
