import { Meter } from '../app/meter.ts'
import { backgroundServices } from '../app/compose.ts'
import type { Gateway } from '../app/gateway.ts'
import type { AccountServices } from '../app/compose.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import type { OwnerScope } from '../store/sql/scope.ts'
import { Database } from '../store/sql/database.ts'
import { findTerminalWithAccount } from '../store/terminals/terminals.ts'
import type { TerminalWithAccount } from '../store/terminals/terminals.ts'
import { parseTerminalObjectName } from './objectNames.ts'

/** The row of an object's terminal and its account, loaded on first use. */
export class TerminalAccount {
  readonly #shard: string
  readonly terminalId: string
  readonly #gateway: () => Gateway
  #record: TerminalWithAccount | null = null

  /** @param name of the object */
  constructor(name: string, gateway: () => Gateway) {
    const { shard, terminal } = parseTerminalObjectName(name)
    this.#shard = shard
    this.terminalId = terminal
    this.#gateway = gateway
  }

  /** Null if the terminal never existed. */
  async load(): Promise<TerminalWithAccount | null> {
    return (this.#record ??= await findTerminalWithAccount({ database: this.database }, this.terminalId))
  }

  /** The row as this instance loaded it; null before the first load. */
  get cached(): TerminalWithAccount | null {
    return this.#record
  }

  /** Replaces the loaded row. Null makes the next `load` read it again. */
  cache(record: TerminalWithAccount | null): void {
    this.#record = record
  }

  /** Applies a change of the account's test clock. */
  setClock(clockOffsetMs: number): void {
    if (this.#record !== null) this.#record = { ...this.#record, account: { ...this.#record.account, clockOffsetMs } }
  }

  get database(): Database {
    const d1 = this.#gateway().environment.shards.get(this.#shard)
    if (d1 === undefined) throw new Error('The shard of this terminal is not bound.')
    return new Database(d1, new Meter())
  }

  scopeOf({ id, mode }: KeyRecord['account']): OwnerScope {
    return { database: this.database, owner: { account: id, mode } }
  }

  services({ account }: TerminalWithAccount): AccountServices {
    return backgroundServices(this.#gateway(), { shard: this.#shard, database: this.database }, account, 'reader')
  }

  /** By the account's clock, in milliseconds since 1970. */
  now({ account }: TerminalWithAccount): number {
    return this.gatewayNow + account.clockOffsetMs
  }

  /** By the gateway's clock, which needs no row. */
  get gatewayNow(): number {
    return this.#gateway().clock.now()
  }
}
