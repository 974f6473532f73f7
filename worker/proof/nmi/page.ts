import { html } from 'hono/html'
import type { NmiLedgerEntry } from './ledger.ts'
import { pageStyles } from './pageStyles.ts'

const shownTransactions = 50

const keys = [
  ['begins with invalid', 'rejected: Authentication Failed'],
  ['begins with live', 'a live account: test cards are declined, other cards approved'],
  ['any other', 'a sandbox account: any valid card number is approved'],
]

const triggers = [
  ['amount below 1.00', 'declined (sandbox accounts)'],
  ['cvv 999', 'CVV result M, any other N'],
  ['888 in address1', 'the address matches: AVS result A, or Y with the ZIP code'],
  ['zip 77777', 'the ZIP code matches: AVS result Z, or Y with the address'],
  ['checkaccount 9990000NN', 'the bank returns the check with RNN, two days after its settlement'],
]

const definitions = (rows: readonly (readonly string[])[]) => html`
  <dl>
    ${rows.map(
      ([term, meaning]) => html`
        <div>
          <dt>${term}</dt>
          <dd>${meaning}</dd>
        </div>
      `,
    )}
  </dl>
`

const transactionRow = ({
  id,
  account,
  mode,
  type,
  condition,
  orderId,
  source,
  currency,
  actions,
}: NmiLedgerEntry) => html`
  <tr>
    <td data-label="Transaction">${id}</td>
    <td data-label="Account">${account} (${mode})</td>
    <td data-label="Type">${type}</td>
    <td data-label="Amount" class="amount">
      ${actions.findLast(({ success }) => success)?.amount ?? actions[0]?.amount} ${currency}
    </td>
    <td data-label="Source">${source}</td>
    <td data-label="Order">${orderId || '–'}</td>
    <td data-label="Condition"><span class="${condition}">${condition}</span></td>
    <td data-label="Actions">
      ${actions.map(({ type, success }) => (success ? type : `${type} (failed)`)).join(', ')}
    </td>
  </tr>
`

const columns = ['Transaction', 'Account', 'Type', 'Amount', 'Source', 'Order', 'Condition', 'Actions']

const transactionTable = (entries: readonly NmiLedgerEntry[]) =>
  entries.length === 0
    ? html`
        <p>No transactions yet.</p>
      `
    : html`
        <table>
          <thead>
            <tr>
              ${columns.map(
                (column) => html`
                  <th scope="col">${column}</th>
                `,
              )}
            </tr>
          </thead>
          <tbody>${entries.map(transactionRow)}</tbody>
        </table>
      `

/** The page for a person: what the stand-in is, and its latest transactions. */
export const ledgerPage = async (entries: readonly NmiLedgerEntry[], now: number): Promise<string> => {
  const latest = entries.toSorted((one, other) => Number(other.id) - Number(one.id)).slice(0, shownTransactions)
  const time = new Date(now).toISOString().replace('T', ' ').slice(0, 19)
  return String(
    await html`
      <!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>Stand-in for NMI</title>
          <style>
            ${pageStyles}
          </style>
        </head>
        <body>
          <main>
            <h1>Stand-in for NMI</h1>
            <p>
              A program that behaves like NMI's gateway API, for tests and demonstrations. No money moves, and all data
              is gone when it stops. Its clock shows ${time} UTC.
            </p>
            <p>Endpoints: /api/transact.php and /api/query.php</p>
            <h2>Security keys</h2>
            <p>Each key is an account with its own transactions. A username works like a key.</p>
            ${definitions(keys)}
            <h2>Triggers</h2>
            ${definitions(triggers)}
            <h2>Control</h2>
            ${definitions([
              ['POST /standin/faults', 'a JSON list of fault orders; DELETE removes them'],
              ['POST /standin/clock', '{"advanceMs": 86400000} advances the clock by a day'],
              ['GET /standin/ledger', 'all transactions as JSON'],
            ])}
            <h2>Latest transactions</h2>
            ${transactionTable(latest)}
          </main>
        </body>
      </html>
    `,
  )
}
