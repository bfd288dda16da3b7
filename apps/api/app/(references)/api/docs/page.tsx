import type { Metadata } from 'next'
import { connection } from 'next/server'
import { ReferenceHeader } from '@/references/frame'
import { Reference } from './reference'

export const metadata: Metadata = { title: 'Reference' }

/** The interactive reference. Rendered per request, because its scripts have a nonce. */
export default async function Page() {
  await connection()
  return (
    <>
      <ReferenceHeader here="/api/docs" />
      <Reference />
    </>
  )
}
