import { inCityWords } from '@salama/domain/city-words'
import riderSwahili from '../../apps/rider/messages/sw.json' with { type: 'json' }
import surveyorEnglish from '../../apps/surveyor/messages/en.json' with { type: 'json' }
import surveyorSwahili from '../../apps/surveyor/messages/sw.json' with { type: 'json' }
import sharedSwahili from '../../packages/ui/messages/sw.json' with { type: 'json' }

// The messages of the apps as pages show them, with the words of the city.

export const RIDER_SW = inCityWords(riderSwahili, 'sw')
export const SHARED_SW = inCityWords(sharedSwahili, 'sw')
export const SURVEYOR_EN = inCityWords(surveyorEnglish, 'en')
export const SURVEYOR_SW = inCityWords(surveyorSwahili, 'sw')
