import type { DigitalPayPayment } from '#contract/transactions/payment'
import { isSignedFor } from './chain.ts'
import type { SignedFor } from './chain.ts'
import { testWalletConfig } from './config.ts'
import type { WalletConfig } from './config.ts'
import { decryptMessage } from './ecies.ts'
import { readMessage } from './message.ts'
import type { WalletMessage } from './message.ts'
import { recipientKey, verifyingKey } from './p256.ts'

/** A payment out of a wallet's envelope. Who takes it must take its message once: see `messageId` and `expires`. */
export type OpenedWalletPayment = Omit<WalletMessage, 'gatewayMerchantId'>

/** Whose payment it is. */
export interface Payee {
  readonly account: string
  readonly mode: 'test' | 'live'
}

/** What the business may do with envelopes of a phone's wallet. */
export interface WalletPayments {
  /**
   * Opens an envelope. Null whatever is wrong with it: a signature, a key that has expired, a bit of it, what is inside, that it is for
   * another gateway or another account, or that live mode was given no keys; nobody shall learn from the difference.
   *
   * @throws Error where a variable of the wallet holds what is no key
   */
  open(payee: Payee, payload: DigitalPayPayment, nowMs: number): Promise<OpenedWalletPayment | null>
}

interface Keys extends SignedFor {
  readonly privateKeys: readonly CryptoKey[]
}

const usable = (key: CryptoKey | null, complaint: string): CryptoKey => {
  if (key === null) throw new Error(complaint)
  return key
}

const importKeys = async ({ roots, recipientId, privateKeys }: WalletConfig): Promise<Keys> => ({
  recipientId,
  roots: await Promise.all(
    roots.map(async ({ point, ...root }) => ({
      ...root,
      key: usable(await verifyingKey(point), 'WALLET_ROOT_KEYS: a key is no point of P-256.'),
    })),
  ),
  privateKeys: await Promise.all(
    privateKeys.map(async (pkcs8, index) =>
      usable(await recipientKey(pkcs8), `WALLET_PRIVATE_KEYS: entry ${index + 1} is not PKCS #8 of a key of P-256.`),
    ),
  ),
})

/** Tries every key, whichever fits, so that none takes longer than another. */
const decrypted = async (
  { protocolVersion, signedMessage }: DigitalPayPayment,
  privateKeys: readonly CryptoKey[],
): Promise<string | null> => {
  const tries = await Promise.all(privateKeys.map((key) => decryptMessage(protocolVersion, key, signedMessage)))
  return tries.find((plain) => plain !== null) ?? null
}

/** @param config of live mode; null where it takes no envelopes. Test mode has its own. */
export const createWalletPayments = (config: WalletConfig | null): WalletPayments => {
  const configs = { test: testWalletConfig, live: config }
  const imported: { [M in Payee['mode']]?: Promise<Keys> } = {}
  return {
    open: async ({ account, mode }, payload, nowMs) => {
      const config = configs[mode]
      if (config === null) return null
      const keys = await (imported[mode] ??= importKeys(config))
      if (!(await isSignedFor(keys, payload, nowMs))) return null
      const plain = await decrypted(payload, keys.privateKeys)
      const message = plain === null ? null : readMessage(payload.protocolVersion, plain)
      if (message === null || message.expires <= nowMs) return null
      // Merchants of one gateway share its keys, so a merchant could hand in what a shopper sent to another.
      const { gatewayMerchantId, ...payment } = message
      return gatewayMerchantId === null || gatewayMerchantId === account ? payment : null
    },
  }
}
