'use client'

import dynamic from 'next/dynamic'
import { type ComponentType, useEffect } from 'react'
import 'swagger-ui-react/swagger-ui.css'
import './reference.css'
import { type Sample, Samples } from '@/references/samples'

const SwaggerUI = dynamic(() => import('swagger-ui-react'), {
  ssr: false,
  loading: () => <p style={{ padding: '2rem' }}>Loading the reference…</p>,
})

/** Swagger UI's dark theme needs a class on the page; this sets it from the device's setting and follows changes. */
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

/** Sends requests to this page's origin instead of the document's public URL, because CSP allows no other. */
function toThisPage(request: { [member: string]: unknown }) {
  const { pathname, search } = new URL(String(request.url), window.location.origin)
  return { ...request, url: `${window.location.origin}${pathname}${search}` }
}

type Specification = { getIn(path: string[]): { toJS(): Sample[] } | undefined }
type Asked = { path: string; method: string; specSelectors: { specJson(): Specification } }

/** Shows the samples of an operation above its responses, as Redoc does. */
const withSamples = (Responses: ComponentType<Asked>) =>
  function ResponsesWithSamples(asked: Asked) {
    const samples = asked.specSelectors.specJson().getIn(['paths', asked.path, asked.method, 'x-codeSamples'])
    return (
      <>
        {samples && <Samples samples={samples.toJS()} />}
        <Responses {...asked} />
      </>
    )
  }

const PLUGINS = [{ wrapComponents: { responses: withSamples } }]

/** Swagger UI over the live contract; "Execute" calls this service. */
export function Reference() {
  useDarkAsTheDevice()
  return (
    <main>
      <SwaggerUI
        url="/api/openapi.json"
        requestInterceptor={toThisPage}
        deepLinking
        persistAuthorization
        defaultModelsExpandDepth={-1}
        plugins={PLUGINS}
      />
    </main>
  )
}
