import type { Metadata } from 'next'
import { connection } from 'next/server'
import { catalogue } from '@/references/errors'
import { Frame } from '@/references/frame'

export const metadata: Metadata = {
  title: 'Error codes',
  description: 'Every code that an error answer of the Salama API can carry, and what it means.',
}

/** All codes. Rendered per request, because its scripts have a nonce. */
export default async function Page() {
  await connection()
  return (
    <Frame title="Error codes">
      <p className="max-w-prose text-soft">
        Every error answer is <code>application/problem+json</code> (RFC 9457) and carries one of these codes. A code
        never changes its meaning; the words may improve.
      </p>
      <ul className="border-t border-line">
        {catalogue.map(({ code, status, title }) => (
          <li key={code} className="flex flex-col gap-x-4 border-b border-line py-2 md:flex-row md:items-baseline">
            <a href={`/errors/${code}`} className="touch-link font-semibold md:w-80 md:shrink-0">
              <code>{code}</code>
            </a>
            <span className="md:w-12">{status}</span>
            <span className="text-soft">{title}</span>
          </li>
        ))}
      </ul>
    </Frame>
  )
}
