'use client'

import { ErrorPage } from '@salama/ui/apps/error-page.tsx'
import type { ComponentProps } from 'react'

export default function Failed(props: ComponentProps<typeof ErrorPage>) {
  return (
    <main className="page">
      <ErrorPage {...props} />
    </main>
  )
}
