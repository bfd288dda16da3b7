import { expect, test } from 'vitest'

const ROUTES = {
  '/api/session/start': [undefined, 'startSurveyorSession', () => import('../app/api/session/start/route.ts')],
  '/api/session/touch': [undefined, 'touchSurveyorSession', () => import('../app/api/session/touch/route.ts')],
  '/api/session/end': [undefined, 'endSurveyorSession', () => import('../app/api/session/end/route.ts')],
  '/api/assignments': ['listSurveyorAssignments', undefined, () => import('../app/api/assignments/route.ts')],
  '/api/assignments/claim': [undefined, 'claimAssignmentSlot', () => import('../app/api/assignments/claim/route.ts')],
  '/api/assignments/claims': [
    undefined,
    'claimAssignmentSlots',
    () => import('../app/api/assignments/claims/route.ts'),
  ],
  '/api/assignments/release': [
    undefined,
    'releaseAssignmentSlot',
    () => import('../app/api/assignments/release/route.ts'),
  ],
  '/api/assignments/submit': [
    undefined,
    'submitAssignmentSlot',
    () => import('../app/api/assignments/submit/route.ts'),
  ],
  '/api/collection-entries': [
    'listCollectionEntries',
    undefined,
    () => import('../app/api/collection-entries/route.ts'),
  ],
  '/api/submissions': [undefined, 'submitVehicleCollectionEntry', () => import('../app/api/submissions/route.ts')],
  '/api/submissions/{id}/photos': [
    undefined,
    'addCollectionEntryPhoto',
    () => import('../app/api/submissions/[id]/photos/route.ts'),
  ],
  '/api/submissions/{id}/photos/{photoId}': [
    'getOwnCollectionEntryPhoto',
    undefined,
    () => import('../app/api/submissions/[id]/photos/[photoId]/route.ts'),
  ],
  '/api/map-search': ['searchPointsOfInterest', undefined, () => import('../app/api/map-search/route.ts')],
  '/api/main-stages': ['listMainStages', undefined, () => import('../app/api/main-stages/route.ts')],
  '/api/field-names': ['listFieldNames', undefined, () => import('../app/api/field-names/route.ts')],
  '/api/known-vehicles': ['getKnownVehicles', undefined, () => import('../app/api/known-vehicles/route.ts')],
  '/api/push/subscribe': [undefined, 'subscribePush', () => import('../app/api/push/subscribe/route.ts')],
  '/api/push/prove': [undefined, 'provePush', () => import('../app/api/push/prove/route.ts')],
  '/api/push/unsubscribe': [undefined, 'unsubscribePush', () => import('../app/api/push/unsubscribe/route.ts')],
  '/api/field-state': ['getFieldState', undefined, () => import('../app/api/field-state/route.ts')],
} as const

test.each(Object.entries(ROUTES))('%s uses the same use cases as the API', async (_, [get, post, load]) => {
  const { GET, POST } = await load()
  expect([GET.operation?.name, POST.operation?.name]).toEqual([get, post])
})
