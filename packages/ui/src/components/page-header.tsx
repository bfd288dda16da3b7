import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../i18n/navigation.ts'
import { Icon } from './icon.tsx'

/** The top of a page: a back link, its only h1, and one sentence about it. */
export function PageHeader({
  title,
  back,
  children,
}: {
  title: string
  back?: { href: string; label: string }
  children?: ReactNode
}) {
  return (
    <header className="flex flex-col gap-2 py-4">
      {back && (
        <Link
          href={back.href}
          className="inline-flex min-h-touch items-center gap-2 self-start font-semibold text-link"
        >
          <Icon as={ArrowLeft} />
          {back.label}
        </Link>
      )}
      <h1 className="text-2xl font-bold md:text-3xl">{title}</h1>
      {children && <div className="max-w-prose text-lg text-soft">{children}</div>}
    </header>
  )
}
