import { useLocale } from 'next-intl'
import { type ReactNode, useId } from 'react'

/** A section with a heading; `children` are samples. */
export function Part({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 border-t border-line pt-6">
      <h2 id={id} className="text-xl font-bold">
        {title}
      </h2>
      <p className="max-w-prose text-soft">{words}</p>
      {children}
    </section>
  )
}

/** One sample in both themes. `name` is the component's import name. */
export function Both({ name, children }: { name: string; children: ReactNode }) {
  const locale = useLocale()
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">{name}</h3>
      <div lang={locale} className="grid gap-3 md:grid-cols-2">
        <Panel>{children}</Panel>
        <Panel dark>{children}</Panel>
      </div>
    </div>
  )
}

function Panel({ dark = false, children }: { dark?: boolean; children: ReactNode }) {
  return (
    <div
      {...(dark && { 'data-theme': 'dark' })}
      role="presentation"
      // Links in samples lead to other apps, so they are disabled.
      onClickCapture={(event) => {
        if (event.target instanceof Element && event.target.closest('a')) event.preventDefault()
      }}
      className="flex min-w-0 flex-col gap-3 rounded-control bg-paper p-4 text-ink"
    >
      {children}
    </div>
  )
}
