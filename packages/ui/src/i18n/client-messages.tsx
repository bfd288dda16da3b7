import { type Messages, NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'

/**
 * Passes only these namespaces to client components below: messages are sent with every page, and a slow phone needs no
 * others. A nested one replaces the outer one, so name all that are needed.
 */
export async function ClientMessages({ of, children }: { of: readonly (keyof Messages)[]; children: ReactNode }) {
  const all = await getMessages()
  const picked = Object.fromEntries(of.map((namespace) => [namespace, all[namespace]]))
  return <NextIntlClientProvider messages={picked}>{children}</NextIntlClientProvider>
}
