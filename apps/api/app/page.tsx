import { operations } from '@salama/domain/contract'
import { connection } from 'next/server'
import { addresses } from '@/env'

/** The developers' home: what this is, a first call, where to read on. */
export default async function Page() {
  await connection()
  const { APP_URL, SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SALAMA_RIDER_URL } = addresses()
  const token = `TOKEN=$(curl -s '${SUPABASE_URL}/auth/v1/token?grant_type=password' \\
  -H 'apikey: ${SUPABASE_PUBLISHABLE_KEY}' -H 'content-type: application/json' \\
  -d '{"email":"amina@salama.test","password":"salama-demo"}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`
  const call = `curl -s '${APP_URL}/api/v1/incidents/nearby?lat=-1.2812&lng=36.8226' -H "authorization: Bearer $TOKEN"`
  return (
    <main className="mx-auto max-w-3xl px-4 py-10">
      <h1 className="border-band border-b-4 pb-2 text-3xl font-bold">Salama API</h1>
      <p className="mt-4 text-lg">
        The shared backend of a safety and feedback platform for public transport. Riders report what happened; what
        several reports have in common becomes an incident that anyone may read.
      </p>
      <ul className="mt-6 grid gap-3 sm:grid-cols-2">
        <Door href="/api/docs" name="Reference to try out" text="Swagger UI over the live contract" />
        <Door href="/api/redoc" name="Reference to read" text="Redoc over the same contract" />
        <Door href="/api/openapi.json" name="OpenAPI 3.1, JSON" text="Generate a client from it" />
        <Door href="/api/openapi.yaml" name="OpenAPI 3.1, YAML" text="The same, easier on the eyes" />
        <Door href="/design" name="Design system" text="What the apps look like, in light and dark" />
        <Door href="/api/v1/health?ready=true" name="Health" text="Is the service ready?" />
        {SALAMA_RIDER_URL && <Door href={SALAMA_RIDER_URL} name="Rider app" text="Where the reports come from" />}
      </ul>
      <h2 className="mt-10 text-xl font-bold">A first call</h2>
      <p className="mt-2">A token for a shell, from a demo account:</p>
      <Shell text={token} />
      <p className="mt-4">What happened around the city centre:</p>
      <Shell text={call} />
      <h2 className="mt-10 text-xl font-bold">Operations</h2>
      <ul className="mt-3 divide-y divide-line">
        {operations.map((op) => (
          <li key={op.name} className="flex flex-wrap gap-x-4 py-2">
            <code className="break-all">
              {op.method.toUpperCase()} {op.path}
            </code>
            <span className="text-soft">{op.summary}</span>
          </li>
        ))}
      </ul>
    </main>
  )
}

function Door({ href, name, text }: { href: string; name: string; text: string }) {
  return (
    <li>
      <a className="block min-h-touch rounded-control border border-edge bg-raised p-3 hover:bg-sunken" href={href}>
        <span className="block font-bold text-link underline">{name}</span>
        <span className="text-soft">{text}</span>
      </a>
    </li>
  )
}

function Shell({ text }: { text: string }) {
  return (
    <pre className="mt-2 whitespace-pre-wrap break-all rounded-control bg-sunken p-3 text-sm">
      <code>{text}</code>
    </pre>
  )
}
