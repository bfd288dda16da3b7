import type { ComponentType } from 'react'

/** Makes an app's page of `Page`, whose props `read` gets from the request. */
export const pageOf =
  <Props extends object>(Page: ComponentType<Props>) =>
  <Request,>(read: (request: Request) => Promise<Props>) =>
  async (request: Request) => <Page {...(await read(request))} />
