import type { DigitalPayPayment } from '#contract/transactions/payment'
import { hasValidSignatureChain } from './signatureChain.ts'
import type { SignatureRequirements } from './signatureChain.ts'
import { testWalletConfig } from './config.ts'
import type { WalletConfig } from './config.ts'
import { decryptMessage } from './ecies.ts'
import { parseWalletMessage } from './message.ts'
import type { WalletMessage } from './message.ts'
import { importRecipientKey, importVerifyingKey } from './p256.ts'

/** The payment of a Google Pay payload. The caller must accept each `messageId` only once, until `expires`. */
export type OpenedWalletPayment = Omit<WalletMessage, 'gatewayMerchantId'>

/** The account that receives the payment. */
export interface Payee {
  readonly account: string
  readonly mode: 'test' | 'live'
}

/** Opens Google Pay payloads. */
export interface WalletPayments {
  /**
   * Null for any fault (signature, expired key, content, another recipient or account, or live mode without keys), so that the reason is
   * not revealed.
   *
   * @throws Error if a WALLET_ variable contains an invalid key
   */
  open(payee: Payee, payload: DigitalPayPayment, nowMs: number): Promise<OpenedWalletPayment | null>
}

interface ImportedKeys extends SignatureRequirements {
  readonly privateKeys: readonly CryptoKey[]
}

const requireKey = (key: CryptoKey | null, message: string): CryptoKey => {
  if (key === null) throw new Error(message)
  return key
}

const importKeys = async ({ roots, recipientId, privateKeys }: WalletConfig): Promise<ImportedKeys> => ({
  recipientId,
  roots: await Promise.all(
    roots.map(async ({ point, ...root }) => ({
      ...root,
      key: requireKey(await importVerifyingKey(point), 'WALLET_ROOT_KEYS: a key is not a point of P-256.'),
    })),
  ),
  privateKeys: await Promise.all(
    privateKeys.map(async (pkcs8, index) =>
      requireKey(
        await importRecipientKey(pkcs8),
        `WALLET_PRIVATE_KEYS: entry ${index + 1} is not PKCS #8 of a P-256 key.`,
      ),
    ),
  ),
})

/** Tries all keys, so that the time does not depend on which one matches. */
const decryptWithAnyKey = async (
  { protocolVersion, signedMessage }: DigitalPayPayment,
  privateKeys: readonly CryptoKey[],
): Promise<string | null> => {
  const attempts = await Promise.all(privateKeys.map((key) => decryptMessage(protocolVersion, key, signedMessage)))
  return attempts.find((plain) => plain !== null) ?? null
}

/** @param config of live mode; null if it accepts no payloads. Test mode has its own. */
export const createWalletPayments = (config: WalletConfig | null): WalletPayments => {
  const configs = { test: testWalletConfig, live: config }
  const imported: { [M in Payee['mode']]?: Promise<ImportedKeys> } = {}
  return {
    open: async ({ account, mode }, payload, nowMs) => {
      const config = configs[mode]
      if (config === null) return null
      const keys = await (imported[mode] ??= importKeys(config))
      if (!(await hasValidSignatureChain(keys, payload, nowMs))) return null
      const plain = await decryptWithAnyKey(payload, keys.privateKeys)
      const message = plain === null ? null : parseWalletMessage(payload.protocolVersion, plain)
      if (message === null || message.expires <= nowMs) return null
      // Merchants of one gateway share its keys, so a payload for one merchant could be submitted by another.
      const { gatewayMerchantId, ...payment } = message
      return gatewayMerchantId === null || gatewayMerchantId === account ? payment : null
    },
  }
}
