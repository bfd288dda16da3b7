import { notFound } from 'next/navigation'

export { notFoundMetadata as generateMetadata } from '@salama/ui/apps/not-found-page.tsx'

/** Any address that no other page has: so that "not found" is said in the app's frame and the reader's language. */
export default function UnknownPage() {
  notFound()
}
