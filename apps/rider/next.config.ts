import { salamaNextConfig } from '@salama/ui/next-config.ts'

export default salamaNextConfig()
