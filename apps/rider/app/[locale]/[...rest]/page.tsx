import { notFound } from 'next/navigation'

/** Any address that no other page has: so that "not found" is said in the app's frame and the reader's language. */
export default function UnknownPage() {
  notFound()
}
