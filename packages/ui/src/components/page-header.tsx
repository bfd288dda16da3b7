import { ArrowLeft } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from '../i18n/navigation.ts'
import { Icon } from './icon.tsx'

/** The top of a page: a back link, its only h1, and one sentence about it. */
export function PageHeader({
  title,
  lang,
  back,
  beside,
  children,
}: {
  title: string
  /** Of the title, where it can be in another language than the page. */
  lang?: string
  /** `onClick`: where the page goes back without a navigation. */
  back?: { href: string; label: string; onClick?: () => void }
  /** Controls in the row of the back link. */
  beside?: ReactNode
  children?: ReactNode
}) {
  return (
    <header className="flex flex-col gap-2 py-4">
      {back && (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Link
            href={back.href}
            {...(back.onClick && { onClick: withoutNavigation(back.onClick) })}
            className="inline-flex min-h-touch items-center gap-2 font-semibold text-link"
          >
            <Icon as={ArrowLeft} />
            {back.label}
          </Link>
          {beside}
        </div>
      )}
      <h1 lang={lang} className="text-2xl font-bold md:text-3xl">
        {title}
      </h1>
      {children && <div className="max-w-prose text-lg text-soft">{children}</div>}
    </header>
  )
}

/** For a plain click; with a modifier key the link opens as usual. */
const withoutNavigation = (run: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  run()
}
