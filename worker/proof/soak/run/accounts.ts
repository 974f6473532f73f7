import { accountSql, keySql } from '../../../cli/accounts/accountSql.ts'
import { executeSql } from '../../../cli/wrangler/wrangler.ts'
import type { Place } from '../../../cli/wrangler/wrangler.ts'
import { mintApiKey } from '../../../domain/apiKeys/format.ts'
import type { Account } from '../../models/kernel/gateway.ts'

const mint = (mode: 'test' | 'live'): string => mintApiKey({ kind: 'sk', mode, shard: '00' }).reveal()

/** Creates accounts in one call, since each start of wrangler is slow. @param name begins their ids */
export const createAccounts = async (count: number, place: Place, name = 'soak'): Promise<Account[]> => {
  const accounts = Array.from({ length: count }, (_, number) => ({
    id: `${name}-${number}`,
    secretKey: mint('test'),
    liveKey: mint('live'),
  }))
  const now = Date.now()
  const statements: string[] = []
  for (const { id, secretKey, liveKey } of accounts)
    statements.push(
      accountSql({ id, settings: { rateTier: 'unlimited' }, now }),
      await keySql({ id: `${id}-test`, account: id, key: secretKey, now }),
      await keySql({ id: `${id}-live`, account: id, key: liveKey, now }),
    )
  await executeSql('DB_00', statements.join('\n'), place)
  return accounts
}
