'use client'

import dynamic from 'next/dynamic'
import 'swagger-ui-react/swagger-ui.css'

const SwaggerUI = dynamic(() => import('swagger-ui-react'), {
  ssr: false,
  loading: () => <p style={{ padding: '2rem' }}>Loading the reference…</p>,
})

/** Swagger UI over the live contract; "Execute" calls this very service. */
export const Reference = () => (
  <main>
    <SwaggerUI url="/api/openapi.json" deepLinking persistAuthorization tryItOutEnabled />
  </main>
)
