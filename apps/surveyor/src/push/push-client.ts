import { createPushClient } from '@salama/ui/alerts/push-client.ts'

export const pushClient = createPushClient('surveyor')
