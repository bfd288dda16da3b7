import { DomainError } from '@salama/domain/shared'
import { notFound } from 'next/navigation'

/**
 * What a page is about; the page for "not found" where there is no such thing, or the address was edited into nonsense,
 * like the cursor of a list.
 */
export async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof DomainError && (error.slug === 'not_found' || error.slug === 'invalid_request')) notFound()
    throw error
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An id out of an address. What is no id is the id of nothing. */
export function idIn(text: string): string {
  if (!UUID.test(text)) notFound()
  return text
}
