import { permanentRedirect } from 'next/navigation'

/** The earlier URL of an incident's page. */
export default async function EarlierPage({ params }: PageProps<'/[locale]/review/incidents/[id]'>) {
  const { locale, id } = await params
  permanentRedirect(`/${locale}/incidents/${id}`)
}
