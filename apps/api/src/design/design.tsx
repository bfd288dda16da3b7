'use client'

import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { useEffect } from 'react'
import { Controls } from './controls'
import { Forms, Lists } from './forms'
import { Incidents, Maps } from './incidents'
import { Colours, Type } from './tokens'

/** The design system, each sample in light and dark side by side. */
export function Design() {
  useLightPage()
  return (
    <div className="flex flex-col gap-12 pb-16" lang="en">
      <PageHeader title="Design system">
        <p>
          What every Salama app is made of: packages/ui. Each thing stands here twice, in light and in dark. Samples do
          what they do in the apps, except that their links lead nowhere.
        </p>
      </PageHeader>
      <Colours />
      <Type />
      <Controls />
      <Forms />
      <Lists />
      <Incidents />
      <Maps />
    </div>
  )
}

/** The page itself is always light, so that its light samples are too. */
function useLightPage() {
  useEffect(() => {
    document.documentElement.dataset.theme = 'light'
    return () => {
      delete document.documentElement.dataset.theme
    }
  }, [])
}
