import type { ReactNode } from 'react'

/** A part of what stands beside a subject, under its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="border-b-2 border-line pb-1 font-bold">{title}</h2>
      {children}
    </section>
  )
}
