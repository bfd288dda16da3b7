/** What the log can tell of an act, in the order in which it is read; the database gives it in no order. */
export const DETAILS = [
  'kind',
  'subjectId',
  'decision',
  'roles',
  'before',
  'after',
  'slotCount',
  'alias',
  'from',
  'into',
  'name',
  'feed',
  'fileName',
  'publicCode',
  'version',
]
