import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listReviewQueue as operation } from './contract.ts'

/** What waits for a decision, due first; or what was decided, last first. */
export const listReviewQueue = useCase(operation, (caller, { kind, state, category, mine, ...page }) =>
  listPage(caller, operation.name, page, 'list_review_queue', {
    p_kind: kind,
    p_state: state,
    p_category: category,
    p_mine: mine === 'true',
  }),
)
