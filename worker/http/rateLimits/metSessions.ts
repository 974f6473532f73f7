import type { Gateway } from '../../app/gateway.ts'
import type { AccountRecord } from '../../store/accounts/accountRecord.ts'
import { RecentRecords } from './recentRecords.ts'

const maxSessions = 1000
const met = new WeakMap<Gateway, RecentRecords<AccountRecord>>()

const recordsOf = (gateway: Gateway): RecentRecords<AccountRecord> => {
  const records = met.get(gateway) ?? new RecentRecords<AccountRecord>(maxSessions)
  met.set(gateway, records)
  return records
}

/** The account of a session that this isolate has met, by the hash and mode of its last request, so that its limits are counted before the database is read. */
export const findMetAccount = (session: string, gateway: Gateway): AccountRecord | undefined =>
  recordsOf(gateway).get(session)

export const noteSession = (session: string, account: AccountRecord, gateway: Gateway): void =>
  recordsOf(gateway).add(session, account)

export const forgetSession = (session: string, gateway: Gateway): void => recordsOf(gateway).delete(session)
