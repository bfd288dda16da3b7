import { DomainError } from '@salama/domain/shared'
import { notFound } from 'next/navigation'

/** The subject of a page; not found if it does not exist, or the URL (the cursor of a list) is invalid. */
export async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof DomainError && (error.slug === 'not_found' || error.slug === 'invalid_request')) notFound()
    throw error
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An id from a URL. An invalid id is replaced by one that does not exist. */
export function idIn(text: string): string {
  if (!UUID.test(text)) notFound()
  return text
}
