/** The known plates that look like an unknown one, from the problem of looking it up. */
export const platesOf = ({ didYouMean }: Record<string, unknown>): string[] =>
  Array.isArray(didYouMean) ? didYouMean.filter((plate) => typeof plate === 'string') : []
