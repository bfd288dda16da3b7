import { MarkReady } from '@salama/ui/apps/mark-ready.tsx'
import { hyperlegible } from '@salama/ui/font.ts'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import '../globals.css'

export const metadata: Metadata = {
  title: { default: 'Salama API', template: '%s · Salama API' },
  description: 'The shared backend of Salama: safety and feedback for public transport.',
}

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={hyperlegible.variable}>
      <body>
        {children}
        <MarkReady />
      </body>
    </html>
  )
}
