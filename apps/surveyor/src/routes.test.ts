import { expect, test } from 'vitest'

const ROUTES = {
  '/api/session/start': ['startSurveyorSession', () => import('../app/api/session/start/route.ts')],
  '/api/session/touch': ['touchSurveyorSession', () => import('../app/api/session/touch/route.ts')],
  '/api/session/end': ['endSurveyorSession', () => import('../app/api/session/end/route.ts')],
  '/api/assignments/claim': ['claimSlotInApp', () => import('../app/api/assignments/claim/route.ts')],
  '/api/submissions': ['submitVehicleCollectionEntry', () => import('../app/api/submissions/route.ts')],
} as const

test.each(Object.entries(ROUTES))(
  '%s takes POST alone, with the use case that the API has',
  async (_, [name, load]) => {
    const { POST, GET } = await load()
    expect([POST.operation?.name, GET.operation]).toEqual([name, undefined])
  },
)
