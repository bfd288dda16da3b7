import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { OPEN_STATES } from '../review-entries/contract.ts'
import { listReviewQueue as operation } from './contract.ts'

/** What waits for a decision, due first; or what was decided, last first. */
export const listReviewQueue = useCase(operation, (caller, { kind, state, category, mine, ...page }) => {
  const order = ['open', ...OPEN_STATES].includes(state) ? 'due' : 'decided'
  return listPage(caller, `${operation.name}.${order}`, page, 'list_review_queue', {
    p_kind: kind,
    p_state: state,
    p_category: category,
    p_mine: mine === 'true',
  })
})
