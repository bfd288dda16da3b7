'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Toasts } from '@/parts/toasts.tsx'
import { Decisions } from '@/review/saving/decisions.tsx'
import { SaveState } from '@/review/saving/save-state.tsx'

/** The console's client state: query cache (no refetch by itself), toasts, decisions being saved by `account`. */
export function Providers({ account, children }: { account: string | null; children: ReactNode }) {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } }),
  )
  return (
    <QueryClientProvider client={client}>
      <Toasts>
        {account === null ? (
          children
        ) : (
          <Decisions account={account}>
            {children}
            <SaveState />
          </Decisions>
        )}
      </Toasts>
    </QueryClientProvider>
  )
}
