'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Toasts } from '@/parts/toasts.tsx'
import { Decisions } from '@/review/saving/decisions.tsx'
import { SaveState } from '@/review/saving/save-state.tsx'

/**
 * Shared client state of the console: the query cache (so that going back restores a list), toasts, and the decisions
 * that are being saved, of an admin's `account`. Queries do not
 * refetch automatically; a page that needs fresh data says when.
 */
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
