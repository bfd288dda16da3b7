'use client'

import type { Operation } from '@salama/domain/shared'
import { type Callable, type CallRequest, call, type Endpoint, type Route } from '@salama/http/call'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { ConfirmButton } from '@/parts/confirm-dialog.tsx'
import { useDone } from '@/parts/toasts.tsx'

/** Additional content beside the reason field. */
type WithoutReason<Body> =
  object extends Omit<Body, 'reason'> ? { body?: Omit<Body, 'reason'> } : { body: Omit<Body, 'reason'> }
type ActionRequest<Op extends Callable, Request = CallRequest<Op>> = Omit<Request, 'body'> &
  (Request extends { body: infer Body } ? WithoutReason<Body> : unknown)

type AnyAction = Route<Operation['method'], `/api/${string}`, unknown, object | undefined> & {
  params: z.ZodType<unknown, object>
}
type Props = {
  endpoint: Endpoint<AnyAction>
  request: Omit<CallRequest<AnyAction>, 'body'> & { body?: object }
  label: string
  title: string
  done: string
  asksReason?: boolean
  danger?: boolean
  goTo?: `/${string}`
  children?: ReactNode
}

/** A button for one operation, after confirmation and with a reason; then a toast, and the page again or `goTo`. */
export function Action<Op extends Callable>(
  props: Props & { endpoint: Endpoint<Op>; request: ActionRequest<Op> },
): ReactNode
export function Action({
  label,
  title,
  done,
  endpoint,
  request: { body, ...request },
  asksReason = true,
  danger = false,
  goTo,
  children,
}: Props) {
  const showDone = useDone()
  const act = async (reason: string) => {
    await call<AnyAction>(endpoint, { ...request, body: asksReason ? { ...body, reason } : body })
    showDone(done, goTo)
  }
  return (
    <ConfirmButton
      label={label}
      variant={danger ? 'danger' : 'quiet'}
      className="self-start"
      title={title}
      confirm={label}
      danger={danger}
      asksReason={asksReason}
      onConfirm={act}
    >
      {children}
    </ConfirmButton>
  )
}
