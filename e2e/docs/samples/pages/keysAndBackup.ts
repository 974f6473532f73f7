import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { rewrapAccountKeys } from '../../../../worker/testing/database/deployedAccountKeys.ts'
import type { Step } from '../step.ts'

export const keysAndBackup: readonly Step[] = [
  {
    after: 'npm run vault:rotate -- --remote --keys root-key.txt\n',
    act: async ({ folder }) => {
      const database = new DatabaseSync(join(folder, '../cloudflare/deployed-sluice-00.sqlite'))
      await rewrapAccountKeys(database, (await readFile(join(folder, 'root-key.txt'), 'utf8')).trim())
      database.close()
    },
  },
]
