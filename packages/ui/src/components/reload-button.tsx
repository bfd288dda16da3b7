'use client'

import { RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** Asks the server for this page again. */
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
