import { appWith } from '@salama/ui/testing/app.tsx'
import en from '../messages/en.json' with { type: 'json' }
import sw from '../messages/sw.json' with { type: 'json' }

/** Around every component in a component test. */
export const App = appWith({ en, sw })
