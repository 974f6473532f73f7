import type { Capabilities, Mode, Processor } from './processor.ts'
import type { Notification, NotificationRequest } from './notifications.ts'
import type { Book } from './simulator/book/book.ts'

/**
 * A processor that connections can use: its settings, its capabilities, and how it is created. `registry.ts` lists all definitions. The API,
 * the command line and the documentation print forms and tables from them.
 */
export interface ProcessorDefinition {
  /** A word of lower-case letters, digits and hyphens. */
  readonly name: string
  readonly title: string
  /** The modes in which a connection can be added. */
  readonly modes: readonly Mode[]
  readonly settings: readonly SettingDefinition[]
  /** Card numbers that may leave the gateway in test mode: the processor's documented test cards. Null if no number leaves it. */
  readonly testCards: readonly string[] | null
  /** The capabilities of a connection with these settings, of which only the public ones are given. */
  capabilities(settings: PublicSettings): Capabilities
  create(settings: ConnectionSettings, ports: ProcessorPorts): Processor
  /** How the processor's own messages are read. Absent if it sends none: connections then have no address for them. */
  readonly notifications?: ProcessorNotifications
  /** Proves the credentials without moving money. Never throws. */
  check(settings: ConnectionSettings, ports: ProcessorPorts, mode: Mode): Promise<ConnectionCheck>
}

/** How a processor's messages are read. Present in its definition if it sends any. */
export interface ProcessorNotifications {
  /**
   * Verifies the signature over the bytes of the body, in constant time, and reads the messages only then. Never throws.
   *
   * @param settings public and secret ones
   */
  read(
    request: NotificationRequest,
    settings: ConnectionSettings,
  ): Promise<readonly Notification[] | 'unreadable' | 'unverified'>
  /** The body of the response to messages that were applied, if the processor expects one. */
  readonly response?: string
}

/** A setting of a connection. Secret ones are stored encrypted and never returned. */
export interface SettingDefinition {
  readonly name: string
  readonly title: string
  readonly help: string
  readonly kind: SettingKind
  readonly required: boolean
  /** Of a `choice`. */
  readonly choices?: readonly string[]
  readonly default?: SettingValue
}

/**
 * `host` is the origin of a public https URL, to which secrets are sent. `currencies` are ISO 4217 numbers, `methods` names of payment methods; null means all. `integer` is
 * at least 0.
 */
export type SettingKind = 'text' | 'host' | 'secret' | 'choice' | 'flag' | 'integer' | 'currencies' | 'methods'

export type SettingValue = string | number | boolean | readonly string[] | readonly number[] | null

export type PublicSettings = Readonly<Record<string, SettingValue>>

/** Public and secret settings together, validated by their definitions. */
export type ConnectionSettings = Readonly<Record<string, SettingValue>>

/** What a processor gets from the gateway. */
export interface ProcessorPorts {
  /** Id of the connection. */
  readonly connection: string
  /** Sends a request to a public https URL. Rejects any other, and follows no redirect. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Real time in milliseconds since 1970, by which deadlines are given. */
  readonly now: () => number
  /** The ledger of a simulated connection. Other processors have their own. */
  readonly book: Book
  /** The account's clock, which a test clock may move: for simulated processors. Milliseconds since 1970. */
  readonly accountNow: () => number
}

export type ConnectionCheck =
  | { readonly result: 'ok'; readonly capabilities: Capabilities }
  /** `credentials`: the processor rejects them. `mode`: they belong to the other mode. `unreachable`: no answer. */
  | { readonly result: 'failed'; readonly reason: 'credentials' | 'mode' | 'unreachable'; readonly text: string }
