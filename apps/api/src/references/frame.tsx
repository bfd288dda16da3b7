import { Logo } from '@salama/ui/components/logo.tsx'
import type { ReactNode } from 'react'

type Props = { title: ReactNode; back?: { href: string; label: string }; children: ReactNode }

/** The link home from a reference page, which is in English only. */
export const WayHome = () => (
  <header className="border-b border-line">
    <div className="page flex min-h-16 items-center">
      <a href="/" className="inline-flex min-h-touch items-center">
        <Logo part="Developers" />
      </a>
    </div>
  </header>
)

/** The layout of a reference page: home link, title, content. */
export function Frame({ title, back, children }: Props) {
  return (
    <>
      <WayHome />
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
