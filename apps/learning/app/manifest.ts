import { manifestOf } from '@salama/ui/apps/metadata.ts'

export default () => manifestOf('learning')
