import type { Gateway } from '../../app/gateway.ts'
import type { KeyRecord } from '../../store/apiKeys/apiKeys.ts'
import { RecentRecords } from './recentRecords.ts'

type Account = KeyRecord['account']

/** Accounts of the checkouts that an isolate has met, by id. They select the limits to count before a look-up. */
const noted = new WeakMap<Gateway, RecentRecords<Account>>()
const maxNoted = 1000

/** Notes that a checkout exists, so that its page is not counted as the look-up of an invented id. */
export const noteCheckout = (id: string, account: Account, gateway: Gateway): void => {
  const checkouts = noted.get(gateway) ?? new RecentRecords<Account>(maxNoted)
  noted.set(gateway, checkouts)
  checkouts.add(id, account)
}

export const findNotedAccount = (id: string, gateway: Gateway): Account | undefined => noted.get(gateway)?.get(id)
