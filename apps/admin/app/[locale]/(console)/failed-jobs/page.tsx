import { redirect } from 'next/navigation'

/** Where failed jobs were; they are on the page of the system. */
export default async function Page({ params }: PageProps<'/[locale]/failed-jobs'>) {
  redirect(`/${(await params).locale}/system`)
}
