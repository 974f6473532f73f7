import { Secret } from '#contract/schema/secret'
import type { AccountKey } from './keys/accountKeys.ts'
import { deviceKey, provesDevice } from './keys/deviceKeys.ts'
import { openRecord, sealRecord } from './sealing/records.ts'
import type { SealedRecord } from './sealing/records.ts'

/** What the business may do with readers' keys and shoppers' signatures, for one account in one mode. */
export interface ReaderVault {
  /** Of a terminal, to be handed over once. */
  deviceKey(terminal: string): Promise<Secret>
  provesDevice(terminal: string, text: string, proof: string): Promise<boolean>
  /** @param image in base64 */
  sealSignature(transactionId: number, image: string): Promise<SealedRecord>
  /** @throws CannotOpen */
  openSignature(transactionId: number, sealed: SealedRecord): Promise<string>
}

/** @param accountKey fetched at first need */
export const createReaderVault = (accountKey: () => Promise<AccountKey>): ReaderVault => ({
  deviceKey: async (terminal) => deviceKey(await accountKey(), terminal),
  provesDevice: async (...rest) => provesDevice(await accountKey(), ...rest),
  sealSignature: async (transactionId, image) =>
    sealRecord(await accountKey(), String(transactionId), 'signature', new Secret(image)),
  openSignature: async (transactionId, sealed) =>
    (await openRecord(await accountKey(), String(transactionId), 'signature', sealed)).reveal(),
})
