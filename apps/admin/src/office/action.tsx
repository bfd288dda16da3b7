'use client'

import { ask } from '@salama/ui/ask.ts'
import { Button } from '@salama/ui/components/button.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '@/parts/confirm-dialog.tsx'
import { useTell } from '@/parts/toasts.tsx'

/**
 * A button that does one thing after asking once more, with a reason that is kept. Then it tells that it is done, and the
 * page is read again, or another one is gone to.
 */
export function Action({
  label,
  title,
  done,
  path,
  method = 'POST',
  body,
  asksReason = true,
  danger = false,
  goTo,
  timeoutMs,
  children,
}: {
  label: string
  title: string
  done: string
  path: `/api/${string}`
  method?: 'POST' | 'PUT' | 'DELETE'
  body?: object
  asksReason?: boolean
  danger?: boolean
  goTo?: `/${string}`
  timeoutMs?: number
  children?: ReactNode
}) {
  const tell = useTell()
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const act = async (reason: string) => {
    await ask(path, {
      method,
      ...(timeoutMs && { timeoutMs }),
      ...((asksReason || body) && { body: { ...body, ...(asksReason && { reason }) } }),
    })
    tell('done', done)
    if (goTo) router.push(goTo)
    else router.refresh()
  }
  return (
    <>
      <Button look={danger ? 'danger' : 'quiet'} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        confirm={label}
        danger={danger}
        asksReason={asksReason}
        onConfirm={act}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
