import { type Messages, NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'

/**
 * Gives client components below it the messages of these namespaces, and no others: messages travel with every page, and
 * a phone on a slow network should not fetch the words of pages that it does not open. One inside another replaces it, so
 * name all that is needed.
 */
export async function ClientMessages({ of, children }: { of: readonly (keyof Messages)[]; children: ReactNode }) {
  const all = await getMessages()
  const picked = Object.fromEntries(of.map((namespace) => [namespace, all[namespace]]))
  return <NextIntlClientProvider messages={picked}>{children}</NextIntlClientProvider>
}
