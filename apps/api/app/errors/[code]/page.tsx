import { ERRORS, isErrorSlug } from '@salama/domain/shared'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'

type Props = { params: Promise<{ code: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${(await params).code} · Salama API` }
}

/** What a problem's `type` points at. Rendered per request, because its scripts carry a nonce. */
export default async function Page({ params }: Props) {
  await connection()
  const { code } = await params
  if (!isErrorSlug(code)) notFound()
  return (
    <main className="mx-auto max-w-2xl px-4 py-10">
      <p>
        <a className="underline" href="/">
          Salama API
        </a>
      </p>
      <h1 className="mt-6 text-2xl font-bold">
        <code>{code}</code>
      </h1>
      <p className="mt-3">{ERRORS[code].title}</p>
      <p className="mt-3">HTTP status {ERRORS[code].status}. The slug is permanent; the words may change.</p>
    </main>
  )
}
