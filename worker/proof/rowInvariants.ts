import type { Merchant } from '../testing/merchant.ts'

/** What holds of the rows of an account at any time, each with a query for the rows that break it. */
const rules: readonly (readonly [rule: string, breaches: string])[] = [
  [
    'amounts keep their order',
    `SELECT id FROM transactions WHERE account = ?1 AND NOT (
      0 <= captured AND captured + capturing + released <= approved AND
      0 <= credited AND (type = 'credit' OR credited + crediting <= captured) AND
      (status <> 'voided' OR captured = 0))`,
  ],
  [
    'operations add up to the amounts of their payment',
    `SELECT t.id FROM transactions t JOIN operations o ON o.transactionId = t.id WHERE t.account = ?1 GROUP BY t.id HAVING
      t.captured <> sum(o.amount * (o.type = 'capture' AND o.status IN ('approved', 'settled'))) OR
      t.credited <> sum(o.amount * (o.type = 'credit' AND o.status IN ('approved', 'settled')))`,
  ],
  [
    'operations of a batch are in its settlement cycle',
    `SELECT o.id FROM operations o JOIN batches b ON b.id = o.batchId WHERE o.account = ?1 AND o.settlementCycle IS NOT b.cycle`,
  ],
  [
    'unsettled operations are in the current settlement cycle or await a report, or the closing batch has not processed them',
    `SELECT id FROM operations o WHERE account = ?1 AND status = 'approved' AND batchId IS NULL AND type IN ('capture', 'credit')
      AND settlementCycle >= 0
      AND settlementCycle <> coalesce((SELECT cycle FROM settlementCycles c WHERE c.account = o.account AND c.mode = o.mode), 0)
      AND NOT EXISTS (SELECT 1 FROM batches b WHERE b.account = o.account AND b.mode = o.mode AND b.status = 'closing' AND
        b.cycle = o.settlementCycle AND (o.transactionId, o.id) > (b.lastPayment, b.lastOperation))`,
  ],
  [
    'the report of each connection with operations that await it will be read',
    `SELECT id FROM operations o WHERE account = ?1 AND settlementCycle = -1
      AND NOT EXISTS (SELECT 1 FROM settlementReports r WHERE r.connection = o.storedRef ->> '$.connection')`,
  ],
  [
    'what is pending will be looked at, or its pending reversal will',
    `SELECT id FROM operations o WHERE account = ?1 AND status = 'pending' AND due IS NULL
      AND NOT EXISTS (SELECT 1 FROM operations reversal WHERE reversal.undoes = o.id AND reversal.status = 'pending' AND reversal.due IS NOT NULL)`,
  ],
  [
    'attention is that of the oldest operation that needs it: a pending one, or one whose outcome was contradicted',
    `SELECT t.id FROM transactions t JOIN operations o ON o.transactionId = t.id WHERE t.account = ?1 GROUP BY t.id HAVING
      t.attention IS NOT min(o.attention) OR
      max(o.attention IS NOT NULL AND o.status <> 'pending' AND o.attentionReason <> 'outcome_contradicted') = 1 OR
      max((o.attention IS NULL) <> (o.attentionReason IS NULL)) = 1`,
  ],
  [
    'a customer with payment methods has one default',
    `SELECT c.id FROM customers c JOIN walletEntries w ON w.customer = c.id AND w.deleted IS NULL
      WHERE c.account = ?1 GROUP BY c.id HAVING sum(w.isDefault) <> 1 OR count(*) <> c.stored`,
  ],
  [
    'a checkout is paid once',
    `SELECT checkout FROM checkoutTries JOIN checkouts ON checkouts.id = checkout JOIN transactions t ON t.id = checkoutTries.transactionId
      WHERE checkouts.account = ?1 AND t.captured > 0 GROUP BY checkout HAVING count(*) > 1`,
  ],
]

/** The first rule that rows of a merchant break, with those rows; null where none does. */
export const brokenRule = async ({ id, rows }: Pick<Merchant, 'id' | 'rows'>): Promise<string | null> => {
  for (const [rule, breaches] of rules) {
    const broken = await rows(breaches, id)
    if (broken.length > 0) return `${rule}: ${JSON.stringify(broken.slice(0, 3))}`
  }
  return null
}
