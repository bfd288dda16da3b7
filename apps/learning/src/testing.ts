import { markLearningModuleProgress } from '@salama/domain/learning/progress-contract'
import { appWith } from '@salama/ui/testing/app.tsx'
import { fakeServer } from '@salama/ui/testing/fake-server.ts'
import en from '../messages/en.json' with { type: 'json' }
import sw from '../messages/sw.json' with { type: 'json' }
import '../app/globals.css'

/** Around every component in a component test. */
export const App = appWith({ en, sw })

/** Baraka's server: he is signed in. */
export function learningServer() {
  const server = fakeServer()
  server.signedIn('baraka')
  return server
}

/** The app's own address of the operation. */
export const markProgress = { ...markLearningModuleProgress, path: '/api/progress/{moduleId}' } as const
