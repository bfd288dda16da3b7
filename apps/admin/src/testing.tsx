import { appWith } from '@salama/ui/testing/app.tsx'
import { page } from '@salama/ui/testing/browser.ts'
import type { ComponentProps } from 'react'
import en from '../messages/en.json' with { type: 'json' }
import sw from '../messages/sw.json' with { type: 'json' }
import { Providers } from './shell/providers.tsx'
import '../app/globals.css'

const Pages = appWith({ en, sw })

/** Around every component in a component test, with the console's query cache and messages. */
export const App = ({ children, ...rest }: ComponentProps<typeof Pages>) => (
  <Pages {...rest}>
    <Providers account={null}>{children}</Providers>
  </Pages>
)

/** The console is made for a desk. */
export const atDesk = () => page.viewport(1280, 800)
