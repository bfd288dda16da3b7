import { type ReactNode, useId } from 'react'

/** A part of a page under a heading of its own. */
export function Section({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-t-2 border-line pt-5">
      <h2 id={id} className="text-xl font-bold">
        {title}
      </h2>
      {lead && <p className="max-w-prose text-soft">{lead}</p>}
      {children}
    </section>
  )
}
