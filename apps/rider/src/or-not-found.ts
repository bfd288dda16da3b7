import { DomainError } from '@salama/domain/shared'
import { notFound } from 'next/navigation'

/** What is answered; the page for "not found" where there is no such thing, or the address was edited into nonsense. */
export async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof DomainError && (error.slug === 'not_found' || error.slug === 'invalid_request')) notFound()
    throw error
  }
}
