import { bug } from '../../mutants/plantedBug.ts'
import type { PlantedBug } from '../../mutants/plantedBug.ts'

const payments = 'worker/store/transactions/amounts.ts'
const followUps = 'worker/store/transactions/modifications.ts'
const followUpOutcomes = 'worker/store/transactions/modificationOutcomes.ts'
const followUp = 'worker/domain/transactions/modification.ts'
const states = 'worker/domain/transactions/states.ts'

/** What the histories of payments must catch. */
export const plantedBugs: readonly PlantedBug[] = [
  bug(
    'no reservation: captures under way do not count',
    payments,
    "counted('capture', ['pending'])",
    "counted('capture', [''])",
  ),
  bug(
    'no reservation: credits under way do not count',
    payments,
    "counted('credit', ['pending'])",
    "counted('credit', [''])",
  ),
  bug(
    'off by one: a minor unit more than there is',
    followUps,
    'BETWEEN 1 AND ${limits[request.type]}',
    'BETWEEN 1 AND ${limits[request.type]} + 1',
  ),
  bug('off by one: nothing is an amount, too', followUps, 'BETWEEN 1 AND', 'BETWEEN 0 AND'),
  bug('what was given up can be captured', followUps, 'payment.capturing - payment.released', 'payment.capturing'),
  bug(
    'a time-out means decline',
    states,
    "case 'unknown':\n      return unknownOutcome",
    "case 'unknown':\n      return declinedByGateway('91')",
  ),
  bug(
    'the reversal of an unknown payment is forgotten',
    states,
    'approved: null,\n  reverse: true,',
    'approved: null,\n  reverse: false,',
  ),
  bug(
    'an idempotency key is not claimed',
    followUps,
    'claim: idempotent === null ? null : claimForOperation(owner, idempotent, row.id),',
    'claim: null,',
  ),
  bug(
    'an idempotency key is not looked at',
    'worker/store/sql/idempotency.ts',
    "if (request === null) return sql('TRUE')\n  const key",
    "if (request !== undefined) return sql('TRUE')\n  const key",
  ),
  bug(
    'another body under a key is taken for the first',
    'worker/domain/transactions/replay.ts',
    'claimed.fingerprint !== idempotent?.fingerprint',
    'claimed.fingerprint === null',
  ),
  bug(
    'a repetition is answered as a request of its own',
    'worker/domain/transactions/replay.ts',
    ', replayOf: claimed.requestId }',
    ", replayOf: 'of-its-own' }",
  ),
  {
    name: 'a key is given back although its operation was sent',
    patches: [
      {
        file: followUpOutcomes,
        from: "outcome.status === 'failed' ? [freeKeyOf(id)]",
        to: "outcome.status !== 'pending' ? [freeKeyOf(id)]",
      },
      { file: 'worker/store/sql/idempotency.ts', from: "WHERE id = ? AND status = 'failed')", to: 'WHERE id = ?)' },
    ],
  },
  bug(
    'the count forgets credits',
    payments,
    "counted('credit', ['approved', 'settled'])",
    "counted('credit', ['settled'])",
  ),
  bug(
    'the count keeps what was declined',
    payments,
    "counted('capture', ['approved', 'settled', 'returned'])",
    "counted('capture', ['approved', 'settled', 'declined'])",
  ),
  bug(
    'a void ignores what is under way',
    followUps,
    "sql('payment.held = 0 AND payment.capturing = 0 AND payment.crediting = 0')",
    "sql('payment.held = 0')",
  ),
  bug(
    'a credit ignores a void that is under way',
    followUps,
    "payment.type = 'payment' AND payment.held = 0 AND payment.capturing = 0",
    "payment.type = 'payment' AND payment.capturing = 0",
  ),
  bug('what a void gave up does not count', followUpOutcomes, 'THEN amount ELSE 0 END`', 'THEN 0 ELSE 0 END`'),
  bug('a void of a capture strikes all', followUpOutcomes, 'THEN operations.id = void.target', 'THEN TRUE'),
  bug(
    "a void by a void's id is of that void",
    followUp,
    'operation.target === payment.id ? rootRef : named.processorRef',
    'named.processorRef',
  ),
  bug(
    'a capture that has settled is voided',
    followUps,
    "stateAllows('voidCapture')} AND named.status = 'approved' AND named.batchId IS NULL",
    "stateAllows('voidCapture')}",
  ),
  bug(
    'a final capture keeps the rest',
    followUpOutcomes,
    'CASE WHEN final = 1 THEN ${rest}',
    'CASE WHEN final = 2 THEN ${rest}',
  ),
  bug(
    'a final capture keeps what it did not take in the end',
    followUpOutcomes,
    '${rest} + amount - ?',
    '${rest} + 0 * ?',
  ),
  bug('a credit keeps the rest', followUpOutcomes, 'credit: () => sql(rest),', "credit: () => sql('0'),"),
  {
    name: 'expiry ignores captures under way',
    patches: [
      {
        file: 'worker/store/transactions/expiry.ts',
        from: 'expires <= ? AND held = 0 AND capturing = 0 AND crediting = 0',
        to: 'expires <= ?',
      },
      {
        file: 'worker/store/transactions/expiry.ts',
        from: "sql('held = 0 AND capturing = 0 AND crediting = 0')",
        to: "sql('TRUE')",
      },
    ],
  },
  bug(
    'a capture may come after the expiry',
    followUps,
    "sql('payment.expires IS NULL OR payment.expires > ?', now)",
    "sql('payment.expires IS NULL OR ? > 0', now)",
  ),
  bug(
    'the sweep repeats under another reference',
    followUp,
    'const ref = refOf(operation.processorRef)',
    'const sent = refOf(operation.processorRef)\n  const ref = operation.attempts === 0 ? sent : { ...sent, op: `${sent.op}0` }',
  ),
  bug(
    'a repetition that was not sent is a failure',
    'worker/domain/transactions/recoverPendingOperations.ts',
    "outcome.result === 'notSent'",
    'outcome === null',
  ),
  bug(
    'the sweep takes up nothing that a crash left',
    'worker/store/transactions/operations.ts',
    'FROM operations WHERE ${due.sql} ORDER',
    "FROM operations WHERE ${due.sql} AND (status <> 'pending' OR responseCode IS NOT NULL OR type = 'reversal') ORDER",
  ),
  bug(
    'an outcome is written over another',
    followUpOutcomes,
    "AND status = 'pending' AND (? <> 'failed'",
    "AND (? <> 'failed'",
  ),
  bug(
    'an approval is shown that came too late',
    'worker/store/transactions/authorizationOutcomes.ts',
    "WHERE id = ? AND account = ? AND mode = ? AND status = 'pending' AND due IS NOT NULL",
    'WHERE id = ? AND account = ? AND mode = ?',
  ),
  bug(
    'an id that is taken is taken over',
    followUps,
    'WHERE id = ? AND requestId = ?`, row.id, row.requestId)',
    'WHERE id = ?`, row.id)',
  ),
  bug(
    'a batch takes what is being voided',
    'worker/store/batches/batches.ts',
    "WHERE transactions.id = operations.transactionId AND held = 1)'",
    "WHERE transactions.id = operations.transactionId AND held = 2)'",
  ),
  bug(
    'three digits of a currency are read as two',
    'worker/domain/transactions/amounts.ts',
    '3: minor(3)',
    '3: minor(2)',
  ),
  bug(
    'all captured is captured in part',
    'worker/contract/transitions.ts',
    "sql: 'captured + released < approved'",
    "sql: 'captured + released <= approved'",
  ),
  bug(
    'a rest is given back again by whoever comes second',
    followUpOutcomes,
    'begun.requestId = giver.requestId)',
    "begun.requestId = '')",
  ),
  bug(
    'never sent is written over what a sweep has sent',
    followUpOutcomes,
    "AND (? <> 'failed' OR due IS ?)",
    "AND (? <> 'failed' OR due IS ? OR TRUE)",
  ),
  bug(
    'cash has a hold, and its capture gives it back',
    followUps,
    'payment.method NOT IN (${listed(takenAtOnce)})',
    "payment.method NOT IN ('')",
  ),
  bug('an outcome is not told', followUpOutcomes, 'announceOutcomes([id], at),', 'announceOutcomes([], at),'),
  bug(
    'the capture that came with an approval is not told',
    'worker/store/transactions/authorizationOutcomes.ts',
    'outcome.captureId === null ? [] : [outcome.captureId]',
    'outcome.captureId === null ? [] : []',
  ),
  bug(
    'a reversal is told before it is done',
    'worker/store/transactions/transactionEvents.ts',
    "reversed: 'transaction.reversed',\n  },\n  capture",
    "pending: 'transaction.reversed',\n  },\n  capture",
  ),
  bug(
    'a hold that was captured in part is told to have expired',
    'worker/store/transactions/transactionEvents.ts',
    "payment.status = 'expired' AND EXISTS",
    'EXISTS',
  ),
]
