'use client'

import { MarkReady } from './mark-ready.tsx'

/** When even the layout fails, the language is unknown: shows both, with nothing that can fail. */
export function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body style={{ font: '1.125rem/1.5 system-ui, sans-serif', margin: '2rem', maxWidth: '34rem' }}>
        <title>Salama</title>
        <main>
          <h1>Something went wrong</h1>
          <p>Please try again.</p>
          <p lang="sw">Kuna hitilafu. Si kosa lako. Tafadhali jaribu tena.</p>
          <button type="button" onClick={reset} style={{ font: 'inherit', padding: '0.75rem 1.25rem' }}>
            Try again · <span lang="sw">Jaribu tena</span>
          </button>
        </main>
        <MarkReady />
      </body>
    </html>
  )
}
