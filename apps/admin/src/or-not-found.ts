import { DomainError } from '@salama/domain/shared'
import { notFound } from 'next/navigation'

/** The page of what is asked for, or the page that says that there is no such thing. An id that is none is no such thing. */
export async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof DomainError && error.slug === 'not_found') notFound()
    throw error
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An id out of an address. */
export function idIn(text: string): string {
  if (!UUID.test(text)) notFound()
  return text
}
