import { CurrentUser, getCurrentUser } from '../accounts/contract.ts'
import { listSurveyorAssignments } from '../assignments/contract.ts'
import { listCollectionEntries } from '../collection-entries/contract.ts'
import { listLearningCourses } from '../learning/contract.ts'
import type { Caller } from '../machinery/caller.ts'
import { rpcOf, useCase } from '../machinery/use-case.ts'
import { getSurveyorSession, getSurveyorStats } from '../surveyor/contract.ts'
import { getFieldState as operation } from './contract.ts'

const limit = 100
const currentUser = rpcOf(getCurrentUser)
const courses = rpcOf(listLearningCourses)
const surveyorSession = rpcOf(getSurveyorSession)
const surveyorStats = rpcOf(getSurveyorStats)
const assignments = rpcOf(listSurveyorAssignments)
const entries = rpcOf(listCollectionEntries)

/** The server state that a surveyor's phone caches. Each list has the cursors of its own endpoint. */
export const getFieldState = useCase(operation, async (caller) => {
  const [me, isEligible] = await Promise.all([currentUser(caller, {}), isEligibleFor(caller)])
  const isSurveyor = CurrentUser.parse(me).roles.includes('surveyor')
  return { isSurveyor, isEligible, work: isSurveyor ? await workOf(caller) : null }
})

async function isEligibleFor(caller: Caller): Promise<boolean> {
  const { data } = listLearningCourses.reply.parse(await courses(caller, { locale: 'en', limit }))
  return data.some(({ neededBy, progress }) => neededBy === 'surveyor' && progress.state === 'completed')
}

async function workOf(caller: Caller) {
  const { session } = getSurveyorSession.reply.parse(await surveyorSession(caller, {}))
  const [mine, open, returned, recent, stats] = await Promise.all([
    assignments(caller, { state: 'mine', limit }),
    assignments(caller, { state: 'open', limit }),
    entries(caller, { state: 'changes_requested', limit }),
    entries(caller, { sessionId: session?.id, limit }),
    surveyorStats(caller, {}),
  ])
  return { session, mine, open, returned, recent, stats }
}
