import { appLayout, appMetadata, appViewport, localeParams } from '@salama/ui/apps/app-document.tsx'
import '../globals.css'

export const generateMetadata = appMetadata('admin')
export const generateStaticParams = localeParams
export const viewport = appViewport

export default appLayout()
