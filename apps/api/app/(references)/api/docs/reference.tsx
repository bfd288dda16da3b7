'use client'

import dynamic from 'next/dynamic'
import { useEffect } from 'react'
import 'swagger-ui-react/swagger-ui.css'
import './reference.css'

const SwaggerUI = dynamic(() => import('swagger-ui-react'), {
  ssr: false,
  loading: () => <p style={{ padding: '2rem' }}>Loading the reference…</p>,
})

/** Swagger UI has dark colours of its own, for a page that says so; ours follows the device, also when it changes. */
function useDarkAsTheDevice() {
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)')
    const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
    follow()
    dark.addEventListener('change', follow)
    return () => {
      dark.removeEventListener('change', follow)
      document.documentElement.classList.remove('dark-mode')
    }
  }, [])
}

/** The document names the public address; a page that was opened at another one may only call its own. */
function toThisPage(request: { [member: string]: unknown }) {
  const { pathname, search } = new URL(String(request.url), window.location.origin)
  return { ...request, url: `${window.location.origin}${pathname}${search}` }
}

/** Swagger UI over the live contract; "Execute" calls this very service. */
export function Reference() {
  useDarkAsTheDevice()
  return (
    <main>
      <SwaggerUI
        url="/api/openapi.json"
        requestInterceptor={toThisPage}
        deepLinking
        persistAuthorization
        tryItOutEnabled
      />
    </main>
  )
}
