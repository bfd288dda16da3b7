import { ArrowLeft } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from '../i18n/navigation.ts'
import { Icon } from './icon.tsx'

/** The top of a page: a link back, its only h1, and one sentence about it. */
export function PageHeader({
  title,
  lang,
  back,
  beside,
  children,
}: {
  title: ReactNode
  /** Of the title, where it can be in another language than the page. */
  lang?: string
  /** `onClick`: where the page goes back without a navigation. */
  back?: { href: string; label: string; onClick?: () => void }
  /** Controls in the row of the title. */
  beside?: ReactNode
  children?: ReactNode
}) {
  return (
    <header className="flex flex-col gap-1 pt-1 pb-4">
      <div className="flex min-h-12 flex-wrap items-center gap-2">
        {back && (
          <Link
            href={back.href}
            aria-label={back.label}
            {...(back.onClick && { onClick: withoutNavigation(back.onClick) })}
            className="-ms-3 grid size-12 shrink-0 place-items-center rounded-full hover:bg-fill"
          >
            <Icon as={ArrowLeft} />
          </Link>
        )}
        <h1 lang={lang} className="min-w-0 flex-1 basis-36 text-xl font-bold">
          {title}
        </h1>
        {beside}
      </div>
      {children && <div className="max-w-prose text-soft">{children}</div>}
    </header>
  )
}

/** For a plain click; with a modifier key the link opens as usual. */
const withoutNavigation = (run: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  run()
}
