import { notFound } from 'next/navigation'

export { notFoundMetadata as generateMetadata } from '@salama/ui/apps/not-found-page.tsx'

/** Catches every unknown URL, so that the 404 page has the app's layout and language. */
export default function Page() {
  notFound()
}
