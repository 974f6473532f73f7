import { expect, test } from 'vitest'
import { fixedSeed } from '../../models/kernel/seed.ts'
import { expectRestored } from './expectRestored.ts'
import { soakWithRestores } from './restore.ts'
import { createStateFolder } from './stateFolder.ts'

test(
  'a database restored under the objects of a killed gateway loses no event and agrees with the acquirer after a reconciliation',
  { timeout: 180_000 },
  async () => {
    const folder = await createStateFolder()
    const [result] = await soakWithRestores(folder, {
      restores: 1,
      seed: fixedSeed,
      plan: {
        before: 3,
        lost: 4,
        after: 'more',
        pendingAtBackup: true,
        pendingAtRestore: true,
        backupKill: null,
        restoreKill: { point: 0, call: 1, when: 'after' },
        repeated: [true, false],
      },
    })
    expectRestored(result!)
    expect(result!.restoreKill).toBe('committed')
    await folder.remove()
  },
)
