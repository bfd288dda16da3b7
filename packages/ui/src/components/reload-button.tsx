'use client'

import { RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** Reloads this page from the server. */
export function ReloadButton({ children }: { children: ReactNode }) {
  const [busy, setBusy] = useState(false)
  const reload = () => {
    setBusy(true)
    location.reload()
  }
  return (
    <Button busy={busy} onClick={reload}>
      {!busy && <Icon as={RotateCw} />}
      {children}
    </Button>
  )
}
