import { notFound } from 'next/navigation'

/** Every address that is no page, so that the answer is in the app's own frame and language. */
export default function Page() {
  notFound()
}
