import type { Metadata } from 'next'
import { connection } from 'next/server'
import { ReferenceHeader } from '@/references/frame'
import { Redoc } from './redoc'

export const metadata: Metadata = { title: 'Reference to read' }

/** The contract as a readable page. Rendered per request, because its scripts have a nonce. */
export default async function Page() {
  await connection()
  return (
    <>
      <ReferenceHeader here="/api/redoc" />
      <Redoc />
    </>
  )
}
