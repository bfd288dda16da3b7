/** The words for why an incident is gone, by the reason of its 410. */
export const goneWords = (reason: string, mergedInto: string | null) =>
  mergedInto ? 'merged' : reason === 'refuted' || reason === 'retracted' ? reason : 'withdrawn'
