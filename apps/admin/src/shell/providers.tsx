'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Toasts } from '@/parts/toasts.tsx'

/**
 * What the parts of the console share in the browser: what was read (so that going back to a list finds it as it was), and
 * the place where news is told. Nothing is asked again by itself; a page that wants fresh things says when.
 */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } }),
  )
  return (
    <QueryClientProvider client={client}>
      <Toasts>{children}</Toasts>
    </QueryClientProvider>
  )
}
