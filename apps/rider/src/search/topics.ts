import type { Category } from '@salama/domain/incidents/contract'
import { CATEGORY_CODES, nameKey } from '@salama/domain/shared'

const MIN_LENGTH = 3

/** The categories one of whose words (`termsOf`: with commas between) begins with the text or is in it. */
export function topicsOf(q: string, termsOf: (category: Category) => string): Category[] {
  const text = nameKey(q)
  if (text.length < MIN_LENGTH) return []
  return CATEGORY_CODES.filter((category) =>
    termsOf(category)
      .split(',')
      .map(nameKey)
      .some((term) => term.startsWith(text) || ` ${text} `.includes(` ${term} `)),
  )
}
