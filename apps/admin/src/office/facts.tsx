import type { ReactNode } from 'react'

/** What is known of one thing, word by word. */
export function Facts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid max-w-3xl grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-4 gap-y-1 border-y-2 border-line py-3">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-soft">{label}</dt>
          <dd className="min-w-0 wrap-break-word *:whitespace-normal">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A part of a page under its own heading. */
export function Part({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2 pt-6">
      <h2 className="text-xl font-bold">{title}</h2>
      {lead && <p className="max-w-prose text-soft">{lead}</p>}
      {children}
    </section>
  )
}
