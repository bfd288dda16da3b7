import { withSnapshots } from '../machinery/memory/snapshots.ts'
import { useCase } from '../machinery/use-case.ts'
import * as aliasContract from './alias-contract.ts'
import * as contract from './contract.ts'
import * as retireContract from './retire-contract.ts'

export { AdminSacco } from './contract.ts'

export const addSaccoAlias = useCase(aliasContract.addSaccoAlias)
export const createSacco = useCase(contract.createSacco)
export const getSacco = withSnapshots(useCase(contract.getSacco))
export const getSaccoForAdmin = useCase(contract.getSaccoForAdmin)
export const keepSaccosApart = useCase(contract.keepSaccosApart)
export const listSaccoAliases = useCase(aliasContract.listSaccoAliases)
export const listSaccoDuplicates = useCase(contract.listSaccoDuplicates)
export const listSaccoVehicles = withSnapshots(useCase(contract.listSaccoVehicles))
export const listSaccos = withSnapshots(useCase(contract.listSaccos))
export const mergeSaccos = useCase(contract.mergeSaccos)
export const removeSaccoAlias = useCase(aliasContract.removeSaccoAlias)
export const renameSacco = useCase(contract.renameSacco)
export const restoreSacco = useCase(retireContract.restoreSacco)
export const retireSacco = useCase(retireContract.retireSacco)
export const undoSaccoMerge = useCase(contract.undoSaccoMerge)
