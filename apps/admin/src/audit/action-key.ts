/** Where the words of an audited action are. What was decided in review is called as in the history of an entry. */
export const actionKey = (action: string) =>
  action.startsWith('review.')
    ? action.replace('review.', 'review.moved.')
    : `audit.actions.${action.replace('.', '_')}`
