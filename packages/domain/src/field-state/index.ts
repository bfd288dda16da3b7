import { CurrentUser, getCurrentUser } from '../accounts/contract.ts'
import { listSurveyorAssignments } from '../assignments/contract.ts'
import { listCollectionEntries } from '../collection-entries/contract.ts'
import { DocumentAcceptance, getDocumentAcceptance } from '../documents/contract.ts'
import { listLearningCourses } from '../learning/contract.ts'
import { rpcOf, useCase } from '../machinery/use-case.ts'
import type { Caller } from '../shared/caller.ts'
import { DomainError } from '../shared/errors.ts'
import { getSurveyorSession, getSurveyorStats } from '../surveyor/contract.ts'
import { getFieldState as operation } from './contract.ts'

const limit = 100
const currentUser = rpcOf(getCurrentUser)
const courses = rpcOf(listLearningCourses)
const acceptance = rpcOf(getDocumentAcceptance)
const surveyorSession = rpcOf(getSurveyorSession)
const surveyorStats = rpcOf(getSurveyorStats)
const assignments = rpcOf(listSurveyorAssignments)
const entries = rpcOf(listCollectionEntries)

/** The server state that a surveyor's phone caches. Each list has the cursors of its own endpoint. */
export const getFieldState = useCase(operation, async (caller) => {
  const [me, isEligible, mustAgree] = await Promise.all([
    currentUser(caller, {}),
    isEligibleFor(caller),
    mustAgreeTo(caller),
  ])
  const isSurveyor = CurrentUser.parse(me).roles.includes('surveyor')
  return { isSurveyor, isEligible, mustAgree: isSurveyor && mustAgree, work: isSurveyor ? await workOf(caller) : null }
})

/** A city without the course asks for none. */
async function isEligibleFor(caller: Caller): Promise<boolean> {
  const { data } = listLearningCourses.reply.parse(await courses(caller, { limit }))
  return data.every(({ neededBy, progress }) => neededBy !== 'surveyor' || progress.state === 'completed')
}

/** Without an agreement there is nothing to accept. */
async function mustAgreeTo(caller: Caller): Promise<boolean> {
  try {
    return DocumentAcceptance.parse(await acceptance(caller, { documentKey: 'surveyor-agreement' })).needed
  } catch (error) {
    if (error instanceof DomainError && error.slug === 'not_found') return false
    throw error
  }
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
