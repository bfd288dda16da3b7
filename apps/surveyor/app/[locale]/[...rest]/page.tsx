import { notFound } from 'next/navigation'

export { notFoundMetadata as generateMetadata } from '@salama/ui/apps/not-found-page.tsx'

/** Every address that is no page, so that the answer is in the app's own frame and language. */
export default function Page() {
  notFound()
}
