import { runCommand } from '../cliError.ts'
import { rotateVault } from './vaultRotation.ts'

await runCommand(async () => console.log(await rotateVault(process.argv.slice(2))))
