import { lookUpWallet, walletSource, missingWalletReason } from '../customers/storedMethods.ts'
import type { StoredReference } from '../customers/storedMethods.ts'
import { sql } from '../sql/database.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { selectTerminal, terminalById } from '../terminals/terminals.ts'
import { isUsableToken, lookUpToken, missingTokenReason, spendToken } from '../tokens/presentedTokens.ts'
import type { MissingToken, PresentedToken } from '../tokens/presentedTokens.ts'
import { isTakenBy, lookUpMessage, takeMessage } from '../tokens/usedMessages.ts'
import type { TakenMessage } from '../tokens/usedMessages.ts'
import { instrumentColumns } from './columns.ts'
import type { InstrumentColumns } from './columns.ts'

/** The transaction that uses the instrument. */
interface Taker {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly created: number
}

/** The source of the instrument's columns: the request, a single-use message, a token or a saved payment method. */
export type InstrumentSource =
  | { readonly kind: 'given'; readonly columns: InstrumentColumns }
  | { readonly kind: 'message'; readonly message: TakenMessage; readonly columns: InstrumentColumns }
  | { readonly kind: 'token'; readonly token: PresentedToken }
  | { readonly kind: 'stored'; readonly stored: StoredReference }
  /** A card that is presented later, at a terminal. */
  | { readonly kind: 'terminal'; readonly terminal: string }

export type MissingInstrument =
  | MissingToken
  | 'customer_not_found'
  | 'wallet_not_found'
  | 'wallet_not_of_customer'
  | 'terminal_not_found'
  | 'wallet_payload_used'
  | 'encrypted_card_used'

/** Statements that move the instrument to the transaction, for the batch that inserts it. */
interface InstrumentSteps {
  /** Selects the row for `missingReason`. */
  readonly found: Statement | null
  /** Claims a single-use instrument for this payment. Returns values that `clear` deletes. */
  readonly taken: Statement | null
  /** Selects the instrument's columns in their order: one row, or none. */
  readonly columns: Statement
  readonly clear: Statement | null
  /** The reason why there is no instrument. Null if there is one. */
  readonly missingReason: (found: Row | undefined) => MissingInstrument | null
}

/** @param condition true if the transaction may be inserted */
export const instrumentSteps = (
  owner: Owner,
  row: Taker,
  from: InstrumentSource,
  condition: Statement,
): InstrumentSteps => {
  switch (from.kind) {
    case 'given':
      return requestSteps(from.columns, condition)
    case 'message':
      return messageSteps(owner, row, from, condition)
    case 'token':
      return tokenSteps(owner, row, from.token, condition)
    case 'stored':
      return storedSteps(owner, from.stored, condition)
    case 'terminal':
      return terminalSteps(owner, from.terminal, condition)
  }
}

const requestSteps = (columns: InstrumentColumns, condition: Statement): InstrumentSteps => ({
  found: null,
  taken: null,
  columns: sql(
    `${instrumentColumns.placeholders} WHERE ${condition.sql}`,
    ...instrumentColumns.encode(columns),
    ...condition.values,
  ),
  clear: null,
  missingReason: () => null,
})

/** A wallet payload or encrypted card is single-use: the first payment claims it. */
const messageSteps = (
  owner: Owner,
  row: Taker,
  { message, columns }: Extract<InstrumentSource, { kind: 'message' }>,
  condition: Statement,
): InstrumentSteps => {
  const taker = String(row.id)
  return {
    ...requestSteps(columns, isTakenBy(owner, message, taker)),
    found: lookUpMessage(owner, message),
    taken: takeMessage(owner, message, taker, condition),
    missingReason: (found) =>
      found === undefined ? null : message.kind === 'encryptedCard' ? 'encrypted_card_used' : 'wallet_payload_used',
  }
}

const tokenSteps = (owner: Owner, row: Taker, token: PresentedToken, condition: Statement): InstrumentSteps => {
  const usable = isUsableToken(owner, token, row.created)
  return {
    found: lookUpToken(owner, token),
    taken: sql(`SELECT sealedCvv FROM tokens WHERE ${usable.sql}`, ...usable.values),
    columns: sql(
      `method, id, sealedPan, CASE method WHEN 'check' THEN ? ELSE ? END, network, last4, digits, expiry, fingerprint, cardRange, source, NULL, NULL,
       preferredNetwork
       FROM tokens WHERE ${usable.sql} AND ${condition.sql}`,
      token.wrappedCheckKey,
      token.wrappedPanKey,
      ...usable.values,
      ...condition.values,
    ),
    clear: spendToken(
      usable,
      sql('EXISTS (SELECT 1 FROM transactions WHERE transactions.id = ? AND cardId = tokens.id)', row.id),
    ),
    missingReason: (found) => missingTokenReason(token, found ?? null, row.created),
  }
}

const storedSteps = (owner: Owner, stored: StoredReference, condition: Statement): InstrumentSteps => {
  const entry = walletSource(owner, stored)
  const select = (columns: string) =>
    sql(`${columns} FROM (${entry.sql}) WHERE ${condition.sql}`, ...entry.values, ...condition.values)
  return {
    found: lookUpWallet(owner, stored),
    taken: select('SELECT sealedPan, wrappedPanKey, networkTransactionId, initialReferences, address'),
    // The sealed card and its key are not copied, so that deleting the entry destroys them.
    columns: select(
      'method, cardId, NULL, NULL, network, last4, digits, expiry, fingerprint, cardRange, iif(networkTransactionId IS NULL AND initialReferences IS NULL, source, NULL), customer, wallet, preferredNetwork',
    ),
    clear: null,
    missingReason: (found) => missingWalletReason(stored, found),
  }
}

/** Selects only the method until a card is presented. */
const terminalSteps = (owner: Owner, terminal: string, condition: Statement): InstrumentSteps => {
  const where = terminalById(owner, terminal)
  return {
    found: selectTerminal(owner, terminal),
    taken: null,
    columns: sql(
      `${instrumentColumns.names.map((column) => (column === 'method' ? "'terminal'" : 'NULL')).join(', ')}
       FROM terminals WHERE ${where.sql} AND ${condition.sql}`,
      ...where.values,
      ...condition.values,
    ),
    clear: null,
    missingReason: (found) => (found === undefined ? 'terminal_not_found' : null),
  }
}

/** Whether the instrument may come from a browser. Of a token or saved card only its row has the source. */
export const isFromBrowser = (from: InstrumentSource): boolean =>
  from.kind === 'token' || from.kind === 'stored' || (from.kind === 'given' && from.columns.source !== null)
