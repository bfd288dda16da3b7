import { requestConfig } from '@salama/ui/i18n/request.ts'

export default requestConfig((locale) => import(`../../messages/${locale}.json`))
