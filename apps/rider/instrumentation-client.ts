import { holdDrags } from '@/nearby/early-drag.ts'

// Run by Next before React takes a page over: on a cheap phone a finger is there seconds earlier.
holdDrags()
