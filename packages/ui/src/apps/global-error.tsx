'use client'

import { FAILURE_WORDS } from './env.ts'
import { MarkReady } from './mark-ready.tsx'

const WORDS: { language: string; title: string; words: string; retry: string }[] = JSON.parse(FAILURE_WORDS ?? '[]')

/** When even the layout fails, the language is unknown: shows all of the city, with nothing that can fail. */
export function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang={WORDS[0]?.language}>
      <body style={{ font: '1.125rem/1.5 system-ui, sans-serif', margin: '2rem', maxWidth: '34rem' }}>
        <title>Salama</title>
        <main>
          {WORDS.map(({ language, title, words, retry }) => (
            <section key={language} lang={language} dir="auto">
              <h1>{title}</h1>
              <p>{words}</p>
              <button type="button" onClick={reset} style={{ font: 'inherit', padding: '0.75rem 1.25rem' }}>
                {retry}
              </button>
            </section>
          ))}
        </main>
        <MarkReady />
      </body>
    </html>
  )
}
