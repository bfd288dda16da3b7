import type { Metadata } from 'next'
import { connection } from 'next/server'
import { Design } from './design'
import { designWords } from './words'

export const metadata: Metadata = {
  title: 'Design system · Salama',
  description: 'Colours, type, controls, lists and the map of all Salama apps, in light and dark.',
}

/** The whole design system on one page. Rendered per request, because its scripts carry a nonce. */
export default async function Page() {
  await connection()
  return <Design locale="en" messages={await designWords('en')} />
}
