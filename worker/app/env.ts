import { boundRateLimits, rateLimitBinding } from '#contract/rateLimits'
import type { RateLimitName } from '#contract/rateLimits'
import { bindShards } from '../store/sql/shards.ts'
import type { Shards } from '../store/sql/shards.ts'
import { parseWalletConfig } from '../vault/walletPayloads/config.ts'
import type { WalletConfig, WalletVariables } from '../vault/walletPayloads/config.ts'
import type { PairingRpc, TerminalRpc, WebhookEndpointRpc } from './objects.ts'

/** Bindings and variables as the runtime gives them. wrangler.jsonc names them, `wrangler secret put` sets the secrets. */
export interface Bindings extends WalletVariables {
  readonly ASSETS: Fetcher
  /** Secret: "1:<base64 of 32 bytes>", more after commas. */
  readonly ROOT_KEYS?: string
  /** Milliseconds that the simulator thinks about a payment; set in local runs, where an instant answer feels wrong. */
  readonly SIMULATOR_DELAY_MS?: string
  /** What sends mail, and the address that receipts come from: one whose domain is onboarded for sending. Without both no receipt goes out. */
  readonly EMAIL?: SendEmail
  readonly RECEIPTS_FROM?: string
  /** One object for each terminal, and one for each pairing code. */
  readonly TERMINALS: DurableObjectNamespace<TerminalRpc>
  readonly PAIRINGS: DurableObjectNamespace<PairingRpc>
  /** One object for each webhook. */
  readonly WEBHOOK_ENDPOINTS: DurableObjectNamespace<WebhookEndpointRpc>
  /** "1" lets webhooks go to http on this machine: for local runs alone. */
  readonly ALLOW_LOCAL_WEBHOOKS?: string
  readonly [binding: string]: unknown
}

/** Counts requests under a key: a rate-limiting binding. */
export interface RateLimiter {
  limit(asked: { readonly key: string }): Promise<{ readonly success: boolean }>
}
export type RateLimiters = Partial<Readonly<Record<RateLimitName, RateLimiter>>>

/** The limits that are bound. One that is not limits nobody. */
const boundRateLimiters = (bindings: Bindings): RateLimiters =>
  Object.fromEntries(
    boundRateLimits.flatMap((name) => {
      const limiter = bindings[rateLimitBinding(name)]
      return limiter === undefined ? [] : [[name, limiter]]
    }),
  )

/** The environment, parsed once for each isolate. */
export interface Environment {
  readonly assets: Fetcher
  readonly shards: Shards
  readonly terminals: Bindings['TERMINALS']
  readonly pairings: Bindings['PAIRINGS']
  readonly webhookEndpoints: Bindings['WEBHOOK_ENDPOINTS']
  readonly allowLocalWebhooks: boolean
  readonly rootKeys: string
  readonly simulatorDelayMs: number
  readonly rateLimiters: RateLimiters
  /** Whose envelopes live mode takes; null where none. */
  readonly wallet: WalletConfig | null
  /** Null where no mail is sent. */
  readonly email: { readonly binding: SendEmail; readonly from: string } | null
}

/** @throws Error that names the variable that is missing or wrong, never its value */
export const parseEnvironment = (bindings: Bindings): Environment => {
  const shards = bindShards(bindings)
  if (shards.size === 0) throw new Error('No database: wrangler.jsonc must bind D1 as DB_00.')
  if (!bindings.ROOT_KEYS) throw new Error('ROOT_KEYS is not set: see "Going live" in the README.')
  if (!bindings.TERMINALS || !bindings.PAIRINGS)
    throw new Error('No Durable Objects for terminals: wrangler.jsonc must bind TERMINALS and PAIRINGS.')
  if (!bindings.WEBHOOK_ENDPOINTS)
    throw new Error('No Durable Objects for webhooks: wrangler.jsonc must bind WEBHOOK_ENDPOINTS.')
  const delay = Number(bindings.SIMULATOR_DELAY_MS ?? '0')
  if (!Number.isInteger(delay) || delay < 0) throw new Error('SIMULATOR_DELAY_MS must be a whole number.')
  const wallet = parseWalletConfig(bindings)
  return {
    assets: bindings.ASSETS,
    shards,
    terminals: bindings.TERMINALS,
    pairings: bindings.PAIRINGS,
    webhookEndpoints: bindings.WEBHOOK_ENDPOINTS,
    allowLocalWebhooks: bindings.ALLOW_LOCAL_WEBHOOKS === '1',
    rootKeys: bindings.ROOT_KEYS,
    simulatorDelayMs: delay,
    wallet,
    rateLimiters: boundRateLimiters(bindings),
    email:
      bindings.EMAIL === undefined || !bindings.RECEIPTS_FROM
        ? null
        : { binding: bindings.EMAIL, from: bindings.RECEIPTS_FROM },
  }
}
