import { Secret } from '#contract/schema/secret'
import type { AccountKey } from './keys/accountKeys.ts'
import { deviceKey, verifyDeviceProof } from './keys/deviceKeys.ts'
import { openRecord, sealRecord } from './sealing/records.ts'
import type { SealedRecord } from './sealing/records.ts'

/** Device keys and shoppers' signatures of one account in one mode. */
export interface TerminalVault {
  /** The key of a terminal's device, to be sent to it once. */
  deviceKey(terminal: string): Promise<Secret>
  verifyDeviceProof(terminal: string, text: string, proof: string): Promise<boolean>
  /** @param image in base64 */
  sealSignature(transactionId: number, image: string): Promise<SealedRecord>
  /** @throws CannotOpen */
  openSignature(transactionId: number, sealed: SealedRecord): Promise<string>
}

/** @param accountKey loaded on first use */
export const createTerminalVault = (accountKey: () => Promise<AccountKey>): TerminalVault => ({
  deviceKey: async (terminal) => deviceKey(await accountKey(), terminal),
  verifyDeviceProof: async (...rest) => verifyDeviceProof(await accountKey(), ...rest),
  sealSignature: async (transactionId, image) =>
    sealRecord(await accountKey(), String(transactionId), 'signature', new Secret(image)),
  openSignature: async (transactionId, sealed) =>
    (await openRecord(await accountKey(), String(transactionId), 'signature', sealed)).reveal(),
})
