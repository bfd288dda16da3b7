import { cx } from '@salama/ui/components/cx.ts'
import { Logo } from '@salama/ui/components/logo.tsx'
import type { ReactNode } from 'react'

type Props = { title: ReactNode; back?: { href: string; label: string }; children: ReactNode }

const PAGES = [
  { href: '/', label: 'Start' },
  { href: '/api/docs', label: 'Try it' },
  { href: '/api/redoc', label: 'Read it' },
  { href: '/errors', label: 'Errors' },
  { href: '/keys', label: 'Keys' },
]

/** The header of a reference page, which is in English only: the ways home and to the others. */
export const ReferenceHeader = ({ here }: { here: string }) => (
  <header className="border-b border-line">
    <div className="page flex min-h-16 flex-wrap items-center gap-x-6">
      <a href="/" className="inline-flex min-h-touch items-center">
        <Logo part="Developers" />
      </a>
      <nav aria-label="Developers" className="-mx-3 flex flex-wrap">
        {PAGES.map(({ href, label }) => (
          <a
            key={href}
            href={href}
            aria-current={href === here ? 'page' : undefined}
            className={cx(
              'inline-flex min-h-touch items-center px-3 whitespace-nowrap',
              href === here ? 'font-semibold band-below' : 'text-soft hover:bg-fill hover:text-ink',
            )}
          >
            {label}
          </a>
        ))}
      </nav>
    </div>
  </header>
)

/** The layout of a reference page: home link, title, content. */
export function Frame({ title, back, children }: Props) {
  return (
    <>
      <ReferenceHeader here="/errors" />
      <main className="page flex flex-col gap-4 py-4 pb-10">
        {back && (
          <a href={back.href} className="touch-link self-start font-semibold">
            {back.label}
          </a>
        )}
        <h1 className="text-xl font-bold break-words md:text-3xl">{title}</h1>
        {children}
      </main>
    </>
  )
}
