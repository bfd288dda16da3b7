import { CurrentUser } from '../accounts/contract.ts'
import { listSurveyorAssignments } from '../assignments/contract.ts'
import { listCollectionEntries } from '../collection-entries/contract.ts'
import { listLearningCourses } from '../learning/contract.ts'
import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../machinery/caller.ts'
import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { getSurveyorSession } from '../surveyor/contract.ts'
import { getFieldDesk as operation } from './contract.ts'

const page = { limit: 100 }

/** All that a surveyor's phone keeps of what the server knows. */
export const getFieldDesk = useCase(operation, async (caller) => {
  const [me, isEligible] = await Promise.all([callRpc(caller, 'get_current_user'), isEligibleFor(caller)])
  const isSurveyor = CurrentUser.parse(me).roles.includes('surveyor')
  return { isSurveyor, isEligible, work: isSurveyor ? await workOf(caller) : null }
})

async function isEligibleFor(caller: Caller): Promise<boolean> {
  const listed = await listPage(caller, listLearningCourses.name, page, 'list_learning_courses', { p_locale: 'en' })
  const { data } = listLearningCourses.reply.parse(listed)
  return data.some(({ neededBy, progress }) => neededBy === 'surveyor' && progress.state === 'completed')
}

/** Each list with the name and the conditions of its own address: only so its cursor is taken there. */
async function workOf(caller: Caller) {
  const { session } = getSurveyorSession.reply.parse(await callRpc(caller, 'get_surveyor_session'))
  const assignments = (state: 'mine' | 'open') =>
    listPage(caller, listSurveyorAssignments.name, page, 'list_surveyor_assignments', { p_state: state })
  const entries = (of: { p_session_id?: string | undefined; p_state?: string }) =>
    listPage(caller, listCollectionEntries.name, page, 'list_collection_entries', of)
  const [mine, open, returned, recent, stats] = await Promise.all([
    assignments('mine'),
    assignments('open'),
    entries({ p_state: 'changes_requested' }),
    entries({ p_session_id: session?.id }),
    callRpc(caller, 'get_surveyor_stats', {}),
  ])
  return { session, mine, open, returned, recent, stats }
}
