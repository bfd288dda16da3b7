const SANE = /^[\w.-]{8,64}$/

/** The request's own id if it is well-formed, otherwise a new one. */
export function requestIdOf(request: { headers: Pick<Headers, 'get'> }): string {
  const sent = request.headers.get('x-request-id')
  return sent && SANE.test(sent) ? sent : crypto.randomUUID()
}
